import { beforeEach, describe, expect, it } from 'vitest';
import { instanceState } from '../compute/instance.js';
import { ManualClock } from '../time/manual-clock.js';
import { createWorld, restoreWorld, type World } from '../world.js';

const [accountId, region] = ['111122223333', 'us-east-1'];
const startAt = Date.parse('2026-11-21T10:00:00Z');

let clock: ManualClock;
let world: World;
let queueId: string;
let launch: (bootedSince?: number) => string;

beforeEach(() => {
  clock = new ManualClock(10, startAt);
  world = createWorld({ seed: 7, speed: 10, clock });
  world.addAccount({ id: accountId, name: 'shop' });
  const vpc = world.addVpc({ accountId, region, cidr: '10.0.0.0/16' });
  const subnet = world.addSubnet({ vpcId: vpc.id, zone: 'us-east-1a', cidr: '10.0.0.0/18' });
  queueId = world.addQueue({ accountId, region, name: 'kerf', receivesEvents: true }).id;
  world.addQueue({ accountId, region, name: 'orders' });
  const image = [...world.publishedImages(region).images.values()][0];
  launch = (bootedSince = clock.now()) =>
    world.launchNow({
      subnetId: subnet.id,
      instanceType: 'm5.large',
      imageId: image?.id ?? '',
      capacityType: 'spot',
      userData: '',
      bootedSince,
    }).id;
});

/** Receives and removes all messages of the queue; returns them parsed. */
function takeEvents(): readonly Record<string, unknown>[] {
  const messages = world.queues.receive(queueId, 100, 60_000);
  for (const { receiptHandle } of messages) world.queues.remove(queueId, receiptHandle ?? '');
  return messages.map(({ body }) => JSON.parse(body));
}
const stateOf = (id: string) => {
  const instance = world.state.instances.get(id);
  return instance && instanceState(instance, clock.now());
};
const realMs = (ms: number): number => ms * clock.speed;

describe('a Spot warning', () => {
  it('is sent two real minutes before the termination, in AWS’s format', () => {
    const id = launch();
    expect(world.interruptions.warnSpot(id)).toBe(true);
    expect(takeEvents()).toEqual([
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'detail-type': 'EC2 Spot Instance Interruption Warning',
        source: 'aws.ec2',
        account: accountId,
        time: '2026-11-21T10:00:00Z',
        region,
        resources: [`arn:aws:ec2:us-east-1a:instance/${id}`],
        detail: { 'instance-id': id, 'instance-action': 'terminate' },
      },
    ]);
    clock.advance(realMs(119_999));
    expect(stateOf(id)).toBe('running');
    clock.advance(realMs(1));
    expect(stateOf(id)).toBe('shutting-down');
    expect(world.state.instances.get(id)?.end?.reasonCode).toBe('Server.SpotInstanceTermination');
  });

  it('takes effect after a restart too', () => {
    const id = launch();
    world.interruptions.warnSpot(id, 30_000);
    const saved = JSON.parse(JSON.stringify(world.snapshot()));
    world.stop();
    world = restoreWorld(saved, { clock });
    clock.advance(realMs(30_000));
    expect(stateOf(id)).toBe('shutting-down');
  });

  it('has no effect on a terminated instance, and is not sent for one', () => {
    const id = launch();
    world.interruptions.warnSpot(id, 60_000);
    world.instances.terminate(id, 'Client.UserInitiatedShutdown', 'asked');
    expect(world.interruptions.warnSpot(id)).toBe(false);
    clock.advance(realMs(60_000));
    expect(world.state.instances.get(id)?.end?.reasonCode).toBe('Client.UserInitiatedShutdown');
    expect(world.interruptions.recommendRebalance('i-0')).toBe(false);
  });
});

describe('other events', () => {
  it('report each state of an instance once', () => {
    const id = launch(startAt + 500);
    clock.advance(60_000);
    world.instances.terminate(id, 'Client.UserInitiatedShutdown', 'asked');
    clock.advance(60_000);
    const states = takeEvents().map((event) => event['detail']);
    expect(states).toEqual(
      ['pending', 'running', 'shutting-down', 'terminated'].map((state) => ({
        'instance-id': id,
        state,
      })),
    );
  });

  it.each([
    [
      'EC2 Instance Rebalance Recommendation',
      (id: string) => world.interruptions.recommendRebalance(id),
      (id: string) => ({ 'instance-id': id }),
    ],
    [
      'AWS Health Event',
      (id: string) => world.interruptions.scheduleRetirement(id),
      (id: string) => ({
        service: 'EC2',
        eventTypeCategory: 'scheduledChange',
        startTime: 'Sat, 05 Dec 2026 10:00:00 GMT',
        affectedEntities: [{ entityValue: id, status: 'IMPAIRED' }],
      }),
    ],
    [
      'EC2 Capacity Reservation Instance Interruption Warning',
      (id: string) => world.interruptions.warnCapacityReservation(id),
      (id: string) => ({
        'instance-id': id,
        'instance-action': 'terminate',
        'instance-termination-time': '2026-11-21T10:02:00Z',
        azId: 'use1-az4',
      }),
    ],
  ])('have the format of their type: %s', (detailType, publishStateChange, detail) => {
    const id = launch();
    publishStateChange(id);
    expect(takeEvents()).toMatchObject([{ 'detail-type': detailType, detail: detail(id) }]);
  });

  it('are sent to queues of their account and region with a rule only', () => {
    world.addAccount({ id: '444455556666', name: 'other' });
    const other = world.addQueue({
      accountId: '444455556666',
      region,
      name: 'kerf',
      receivesEvents: true,
    });
    world.interruptions.recommendRebalance(launch());
    const held = [...world.state.queues.values()].map(({ messages }) => messages.length);
    expect(held).toEqual([1, 0, 0]);
    expect(world.state.queues.get(other.id)?.messages).toEqual([]);
  });

  it('expire in a queue that is not read', () => {
    const queue = world.addQueue({
      accountId,
      region,
      name: 'unread',
      receivesEvents: true,
      attributes: { MessageRetentionPeriod: '300' },
    });
    world.interruptions.send({ accountId, region }, 'old');
    clock.advance(realMs(301_000));
    world.interruptions.send({ accountId, region }, 'new');
    expect(world.state.queues.get(queue.id)?.messages.map(({ body }) => body)).toEqual(['new']);
  });
});

describe('impaired instances', () => {
  it('do not boot from a broken image, while running ones are not affected', () => {
    const booted: string[] = [];
    world.instances.onBooted(({ instanceId }) => booted.push(instanceId));
    const before = launch();
    const imageId = world.state.instances.get(before)?.imageId ?? '';
    world.instances.breakImage(imageId);
    launch();
    world.instances.repairImage(imageId);
    const after = launch();
    expect(booted).toEqual([before, after]);
  });

  it('become unreachable and reachable again, unless they have ended', () => {
    const announced: string[] = [];
    world.instances.onBooted(({ instanceId }) => announced.push(`up ${instanceId}`));
    world.instances.onUnreachable((instanceId) => announced.push(`silent ${instanceId}`));
    const [first, second] = [launch(), launch()];
    for (const id of [first, second]) world.instances.setImpaired(id, true);
    world.instances.setImpaired(first, true);
    world.instances.terminate(second, 'Client.UserInitiatedShutdown', 'asked');
    for (const id of [first, second]) world.instances.setImpaired(id, false);
    expect(announced).toEqual([
      `up ${first}`,
      `up ${second}`,
      `silent ${first}`,
      `silent ${second}`,
      `up ${first}`,
    ]);
  });
});
