import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { historyOf, publishedVersions, storeDecision } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { recordDelay } from './record-delay.js';

const anError = (
  code: AppError['code'] = 'CLOUD.UNREACHABLE',
  message = 'EC2 does not respond.',
  retry: AppError['retry'] = { kind: 'backoff' },
) => new AppError({ code, message, retry });

const note = ({ ports }: ClusterSetup, error: AppError) => recordDelay(ports, 'dec_1', error);

describe('recordDelay', () => {
  it.each(['CLUSTER.UNREACHABLE', 'CLOUD.RATE_LIMITED', 'CATALOG.UNAVAILABLE'] as const)(
    'records %s in the history of the decision',
    async (code) => {
      const setup = await setUpCluster();
      await storeDecision(setup, [], { state: 'Approved' });
      await note(setup, anError(code));
      expect(await setup.store.decisions.events('dec_1')).toEqual([
        {
          at: setup.clock.now(),
          kind: 'ExecutionDelayed',
          actor: 'kerf',
          data: { detail: 'EC2 does not respond.' },
        },
      ]);
      expect(publishedVersions(setup)).toEqual([1]);
    },
  );

  it.each([
    ['a conflict of Kerf’s own writers', anError('STATE.CONFLICT')],
    ['an error that no retry can fix', anError('CLOUD.INVALID', 'no', { kind: 'never' })],
  ])('does not record %s', async (_, error) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { state: 'Approved' });
    await note(setup, error);
    expect(await historyOf(setup)).toEqual([]);
    expect(publishedVersions(setup)).toEqual([]);
  });

  it.each([
    ['Approved', 1],
    ['Executing', 1],
    ['Proposed', 0],
    ['AwaitingApproval', 0],
    ['Executed', 0],
    ['Superseded', 0],
  ] as const)('records a delay of a decision in state %s %i times', async (state, times) => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { state });
    await note(setup, anError());
    expect(await historyOf(setup)).toHaveLength(times);
  });

  it('records a repeated failure once, and another failure again', async () => {
    const setup = await setUpCluster();
    await storeDecision(setup, [], { state: 'Executing' });
    await note(setup, anError());
    await note(setup, anError());
    await note(setup, anError('CLUSTER.UNREACHABLE', 'The API server does not respond.'));
    await note(setup, anError());
    const events = await setup.store.decisions.events('dec_1');
    expect(events.map(({ data }) => data.detail)).toEqual([
      'EC2 does not respond.',
      'The API server does not respond.',
      'EC2 does not respond.',
    ]);
  });

  it('ignores a decision that does not exist', async () => {
    const setup = await setUpCluster();
    await note(setup, anError());
    expect(setup.store.tables.decisionEvents.all()).toEqual([]);
  });
});
