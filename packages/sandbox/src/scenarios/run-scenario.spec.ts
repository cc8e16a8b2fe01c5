import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../kubernetes/resources/kind.js';
import { type SmallFleet, startSmallFleet } from '../testing/small-fleet.js';
import { type Instance, instanceState } from '../world/compute/instance.js';

import { runScenario, type ScenarioOptions } from './run-scenario.js';
import { scenarios } from './scenarios.js';

let small: SmallFleet;
beforeEach(async () => {
  small = await startSmallFleet();
});
afterEach(() => small.close());

const run = (name: string, options: ScenarioOptions = {}) =>
  runScenario(small.fleet, name, options);
const cluster = () => small.cluster;
const instances = (): readonly Instance[] => [...small.fleet.world.state.instances.values()];
const running = () =>
  instances().filter(
    (instance) => instanceState(instance, small.fleet.world.timers.now()) === 'running',
  );
const replicasOf = (name: string) =>
  cluster()
    .api.list(kinds.deployment)
    .find(({ metadata }) => metadata.name === name)?.spec.replicas;
const detailTypes = () =>
  small.takeMessages().map((body) => /"detail-type":"([^"]*)"/.exec(body)?.[1] ?? 'broken');
const seconds = 1_000;

describe('every scenario', () => {
  it.each(scenarios.map(({ name }) => name))('starts, reports it, and ends: %s', (name) => {
    const begun = run(name);
    expect(begun.message).not.toBe('');
    expect(begun.page).toMatch(/^\//);
    begun.end();
    begun.end();
    expect(small.fleet.world.faults.list()).toEqual([]);
    expect(small.fleet.world.state.capacityRules).toEqual([]);
    expect(instances().some(({ isImpaired }) => isImpaired)).toBe(false);
    expect(cluster().faults.nextFault()).toBeNull();
    expect(cluster().refusals.current).toBeNull();
    expect(cluster().pace.current).toBe('Instant');
  });

  it.each<[string, string, ScenarioOptions, string]>([
    ['a name', 'storm', {}, 'Scenario "storm" not found. Scenarios: inflate, scale-down,'],
    [
      'a cluster',
      'inflate',
      { cluster: 'x' },
      'Cluster "x" not found. Clusters: shop-staging-use1.',
    ],
    [
      'a size',
      'inflate',
      { size: -1 },
      'The size of inflate (pods) must be a whole number from 0 to 500.',
    ],
    ['half a pod', 'inflate', { size: 0.5 }, 'a whole number'],
    ['a size of a scenario without size', 'zone-outage', { size: 1 }, 'zone-outage has no size.'],
    [
      'a time',
      'throttle',
      { seconds: Number.NaN },
      'The duration of throttle must be 0 to 86400 seconds.',
    ],
    [
      'a notice of a scenario without notice',
      'throttle',
      { noticeSeconds: 5 },
      'throttle has no notice.',
    ],
    [
      'a notice',
      'spot-storm',
      { noticeSeconds: -1 },
      'The notice of spot-storm must be 0 to 86400',
    ],
    [
      'a duration of a scenario without duration',
      'inflate',
      { seconds: 5 },
      'inflate has no duration.',
    ],
  ])('refuses an invalid value: %s', (_what, name, options, message) => {
    expect(() => run(name, options)).toThrow(
      expect.objectContaining({ code: 'INPUT.INVALID', message: expect.stringContaining(message) }),
    );
  });
});

describe('load', () => {
  it('grows with inflate and shrinks with scale-down, until the scenario ends', () => {
    small.fleet.loadSimulator.start();
    small.advance(10 * seconds);
    const usual = replicasOf('storefront') ?? 0;
    run('inflate', { size: 7 });
    expect(replicasOf('inflate')).toBe(7);
    run('scale-down', { size: 25, seconds: 60 });
    expect(replicasOf('inflate')).toBe(0);
    expect(replicasOf('storefront')).toBe(Math.round(usual * 0.25));
    small.advance(70 * seconds);
    expect(replicasOf('storefront')).toBeGreaterThan(usual * 0.8);
  });

  it('is restarted by deploy-wave, one Deployment after another', () => {
    run('deploy-wave', { size: 4, seconds: 40 });
    const restarted = () =>
      cluster()
        .api.list(kinds.deployment)
        .filter(
          ({ spec }) =>
            spec.template.metadata?.annotations?.['kubectl.kubernetes.io/restartedAt'] !==
            undefined,
        ).length;
    small.advance(11 * seconds);
    expect(restarted()).toBe(2);
    small.advance(30 * seconds);
    expect(restarted()).toBe(4);
  });
});

describe('spot-storm', () => {
  it('sends recommendations and warnings, terminates instances, and removes the capacity of their pools until it ends', () => {
    const storm = run('spot-storm', { size: 5, seconds: 180 });
    expect(storm.message).toContain('5 Spot instances');
    expect(detailTypes()).toEqual(Array(5).fill('EC2 Instance Rebalance Recommendation'));
    small.advance(15 * seconds);
    expect(detailTypes()).toEqual(Array(5).fill('EC2 Spot Instance Interruption Warning'));
    expect(running()).toHaveLength(10);
    const { capacity } = small.fleet.world;
    const interrupted = instances().find(({ reclaim }) => reclaim !== null)!;
    const pool = {
      region: 'us-east-1',
      zone: interrupted.zone,
      instanceType: 'm6i.large',
      capacityType: 'spot',
    } as const;
    expect(capacity.available(pool)).toBe(0);
    small.advance(120 * seconds);
    expect(running()).toHaveLength(5);
    small.advance(60 * seconds);
    expect(capacity.available(pool)).toBeGreaterThan(0);
  });

  it('sends no warnings after its end, and reports that there are no Spot instances', () => {
    const storm = run('spot-storm');
    small.takeMessages();
    storm.end();
    small.advance(20 * seconds);
    expect(detailTypes()).toEqual([]);
    for (const { id, capacityType } of running()) {
      if (capacityType === 'spot') small.fleet.world.instances.terminate(id, 'x', 'x');
    }
    expect(run('spot-storm').message).toContain('has no Spot instances');
  });
});

describe('a notice', () => {
  it('can be shorter than that of AWS', () => {
    run('spot-storm', { size: 6, noticeSeconds: 10 });
    small.advance(26 * seconds);
    expect(running()).toHaveLength(4);
  });
});

describe('mixed-notices', () => {
  it('sends events of every type, and duplicated, late, unknown and invalid ones', () => {
    run('mixed-notices', { size: 3 });
    expect(detailTypes()).toEqual([
      'AWS Health Event',
      'EC2 Instance Rebalance Recommendation',
      'EC2 Instance Rebalance Recommendation',
      'EC2 Capacity Reservation Instance Interruption Warning',
      'EC2 Instance Rebalance Recommendation',
      'EC2 Instance Serenity Notification',
      'broken',
    ]);
    small.advance(121 * seconds);
    expect(running()).toHaveLength(9);
  });
});

describe('capacity and instances', () => {
  const pool = (capacityType: 'spot' | 'on-demand', zone: string) =>
    small.fleet.world.capacity.available({
      region: 'us-east-1',
      zone,
      instanceType: 'm6i.large',
      capacityType,
    }) > 0;

  it('are unavailable in a drought, except On-Demand in one zone', () => {
    run('capacity-drought', { seconds: 60, size: 3 });
    const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
    expect(zones.map((zone) => pool('spot', zone))).toEqual([false, false, false]);
    expect(zones.map((zone) => pool('on-demand', zone))).toEqual([true, false, false]);
    expect(replicasOf('inflate')).toBe(3);
    small.advance(60 * seconds);
    expect(zones.every((zone) => pool('spot', zone) && pool('on-demand', zone))).toBe(true);
  });

  it('are unreachable in an outage: the nodes of the zone become NotReady and recover', () => {
    const notReady = () =>
      cluster()
        .api.list(kinds.node)
        .filter(({ status }) =>
          status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'Unknown'),
        ).length;
    small.advance(10 * seconds);
    expect(cluster().api.list(kinds.node)).toHaveLength(10);
    run('zone-outage', { seconds: 60 });
    expect(instances().filter(({ isImpaired }) => isImpaired)).toHaveLength(4);
    small.advance(20 * seconds);
    expect(notReady()).toBe(4);
    expect(pool('on-demand', 'us-east-1a')).toBe(false);
    small.advance(60 * seconds);
    expect(notReady()).toBe(0);
    expect(cluster().api.list(kinds.node)).toHaveLength(10);
  });

  it('stay while traffic is shifted away from the zone with the most of them', () => {
    const shifts = () => small.fleet.world.zonalShifts.of(cluster().description.arn);
    run('zonal-shift', { seconds: 60, size: 3 });
    const [zoneId] = [...Map.groupBy(running(), (instance) => instance.zoneId)].toSorted(
      ([, a], [, b]) => b.length - a.length,
    )[0] ?? ['none'];
    expect(shifts()).toMatchObject([{ zoneId, expiresAt: expect.any(Number) }]);
    expect(replicasOf('inflate')).toBe(3);
    expect(running()).toHaveLength(10);
    small.advance(60 * seconds);
    expect(shifts()).toEqual([]);
  });

  it('do not boot from a bad AMI, and boot from an earlier AMI or after the scenario', () => {
    const { world } = small.fleet;
    const parameters = [...world.publishedImages('us-east-1').parameters.values()].filter(
      ({ name }) => name.includes('optimized-ami/1.36/amazon-linux-2023/x86_64/standard/'),
    );
    const newest = parameters.find(({ name }) => name.includes('recommended'))!.imageId;
    const earlier = parameters.find(({ imageId }) => imageId !== newest)!.imageId;
    const [subnetId = ''] = world.state.subnets.keys();
    const comesUp = (imageId: string): boolean =>
      !world.launchNow({
        subnetId,
        imageId,
        instanceType: 'm6i.large',
        capacityType: 'on-demand',
        userData: '',
      }).failsToBoot;
    const bad = run('bad-ami', { seconds: 60 });
    expect([newest, earlier].map(comesUp)).toEqual([false, true]);
    bad.end();
    expect(comesUp(newest)).toBe(true);
  });
});

describe('APIs', () => {
  const call = { accountId: '444455556666', region: 'us-east-1', operation: 'CreateFleet' };
  const faultsOf = (service: string) =>
    Array.from({ length: 20 }, () => small.fleet.world.faults.applyTo({ ...call, service })).flat();

  it('are flaky for one cluster: Kubernetes and EC2', () => {
    run('api-flaky', { size: 100, seconds: 30 });
    expect(new Set(Array.from({ length: 50 }, () => cluster().faults.nextFault()))).toEqual(
      new Set(['error', 'hang']),
    );
    expect(faultsOf('ec2')).toHaveLength(20);
    expect(
      small.fleet.world.faults.applyTo({ ...call, service: 'ec2', region: 'eu-west-1' }),
    ).toEqual([]);
    small.advance(30 * seconds);
    expect([cluster().faults.nextFault(), faultsOf('ec2')]).toEqual([null, []]);
  });

  it('deny access, refuse tokens and restart for a limited time', () => {
    run('access-denied', { seconds: 4 });
    expect(cluster().refusals.current).toBe('Forbidden');
    small.advance(4 * seconds);
    expect(cluster().refusals.current).toBeNull();
    run('token-refused', { seconds: 4 });
    expect(cluster().refusals.current).toBe('Unauthorized');
    small.advance(4 * seconds);
    run('api-restart', { seconds: 3 });
    expect(cluster().refusals.current).toBe('Forbidden');
    small.advance(seconds);
    expect(cluster().refusals.current).toBe('Initializing');
    small.advance(2 * seconds);
    expect(cluster().refusals.current).toBeNull();
  });

  it('throttle EC2 above a burst, and make SQS unavailable', () => {
    run('throttle', { size: 2, seconds: 30 });
    expect(faultsOf('ec2')).toEqual(Array.from({ length: 10 }, () => ({ kind: 'throttled' })));
    run('sqs-outage', { seconds: 10 });
    expect(faultsOf('sqs')[0]).toMatchObject({ status: 503 });
    small.advance(30 * seconds);
    run('pricing-outage', { seconds: 10 });
    expect(faultsOf('pricing')[0]).toMatchObject({ code: 'AccessDeniedException' });
    small.advance(10 * seconds);
    expect(['sqs', 'ec2', 'pricing'].flatMap(faultsOf)).toEqual([]);
  });
});

describe('capacity reservations', () => {
  const reservations = () => {
    const { capacityReservations, state } = small.fleet.world;
    return [...state.capacityReservations.values()].map((one) => ({
      state: capacityReservations.stateOf(one),
      free: capacityReservations.available(one),
    }));
  };

  it('end with the scenario, at once or as a Capacity Block in 39 minutes', () => {
    run('reservation-end', { size: 2, seconds: 60 });
    const block = run('block-end', { seconds: 60 });
    expect(reservations()).toEqual([
      { state: 'active', free: 2 },
      { state: 'active', free: 1 },
    ]);
    expect(block.message).toContain('karpenter.sh/discovery');
    small.advance(60 * seconds);
    expect(reservations().map(({ state }) => state)).toEqual(['expired', 'active']);
    small.advance(39 * 60 * seconds);
    expect(reservations().map(({ state }) => state)).toEqual(['expired', 'expired']);
  });
});
