import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.js';

const at = Date.UTC(2026, 10, 21, 10);
const eventWith = (fields: object): string =>
  JSON.stringify({
    version: '0',
    id: 'event-1',
    account: '111122223333',
    time: '2026-11-21T10:00:00Z',
    region: 'us-east-2',
    resources: [],
    source: 'aws.ec2',
    'detail-type': 'EC2 Spot Instance Interruption Warning',
    detail: { 'instance-id': 'i-1234567890abcdef0', 'instance-action': 'terminate' },
    ...fields,
  });
const health = (detail: object): string =>
  eventWith({
    source: 'aws.health',
    'detail-type': 'AWS Health Event',
    detail: {
      service: 'EC2',
      eventTypeCategory: 'scheduledChange',
      affectedEntities: [
        { entityValue: 'i-1234567890abcdef0' },
        { entityValue: 'vol-1234567890abcdef0' },
        { entityValue: 'i-1234567890abcdef1' },
      ],
      ...detail,
    },
  });
const stateChange = (state: string): string =>
  eventWith({
    'detail-type': 'EC2 Instance State-change Notification',
    detail: { 'instance-id': 'i-1234567890abcdef0', state },
  });

describe('a warning', () => {
  it.each([
    ['a spot warning gives two minutes', eventWith({}), 'SpotInterrupted', at + 120_000],
    [
      'a rebalance recommendation sets no time',
      eventWith({ 'detail-type': 'EC2 Instance Rebalance Recommendation' }),
      'RebalanceRecommended',
      null,
    ],
    ['an instance is stopping', stateChange('stopping'), 'InstanceStopped', null],
    ['an instance was terminated', stateChange('terminated'), 'InstanceTerminated', null],
    [
      'a capacity reservation names its time',
      eventWith({
        'detail-type': 'EC2 Capacity Reservation Instance Interruption Warning',
        detail: {
          'instance-id': 'i-1234567890abcdef0',
          'instance-termination-time': '2026-11-21T10:05:00Z',
        },
      }),
      'CapacityReservationInterrupted',
      at + 300_000,
    ],
  ])('%s', (_what, body, kind, deadline) => {
    expect(readMessage(body)).toEqual({
      type: 'Warning',
      warning: { kind, eventId: 'event-1', at, deadline, instanceIds: ['i-1234567890abcdef0'] },
    });
  });

  it('of AWS Health may be about several instances', () => {
    expect(readMessage(health({}))).toMatchObject({
      type: 'Warning',
      warning: {
        kind: 'ScheduledChange',
        instanceIds: ['i-1234567890abcdef0', 'i-1234567890abcdef1'],
      },
    });
  });
});

describe('an event without an action', () => {
  it.each([
    ['an instance runs', stateChange('running')],
    ['another kind', eventWith({ 'detail-type': 'EC2 Fleet State Change' })],
    ['another source', eventWith({ source: 'aws.autoscaling' })],
    ['another service', health({ service: 'RDS' })],
    ['another category', health({ eventTypeCategory: 'accountNotification' })],
    ['no instance', health({ affectedEntities: [{ entityValue: 'vol-1234567890abcdef0' }] })],
  ])('is read by its kind: %s', (_what, body) => {
    expect(readMessage(body).type).toBe('Other');
  });
});

describe('an invalid message', () => {
  it.each([
    ['', 'expected object'],
    ['{', 'expected object'],
    ['[]', 'expected object'],
    ['{"id":"1"}', 'source'],
    [eventWith({ time: 'yesterday' }), 'time'],
    [eventWith({ detail: {} }), 'instance-id'],
    [eventWith({ detail: { 'instance-id': "i-1'; DROP TABLE" } }), 'instance-id'],
    [eventWith({ detail: null }), 'detail'],
  ])('says what is wrong: %j', (body, problem) => {
    const content = readMessage(body);
    expect(content.type).toBe('Malformed');
    expect(JSON.stringify(content)).toContain(problem);
  });
});
