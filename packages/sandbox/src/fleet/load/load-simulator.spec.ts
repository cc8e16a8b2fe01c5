import { invariant } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../kubernetes/resources/kind.js';
import { type SmallFleet, startSmallFleet } from '../../testing/small-fleet.js';
import { hourOf } from './daily-load.js';
import { recurringWorkloadLabel } from './recurring-workload-objects.js';

let small: SmallFleet;
beforeEach(async () => {
  small = await startSmallFleet();
  small.fleet.world.day.setSpeed(720);
  small.fleet.loadSimulator.start();
});
afterEach(() => small.close());

const api = () => small.cluster.api;
const replicasOf = (name: string) =>
  api()
    .list(kinds.deployment)
    .find(({ metadata }) => metadata.name === name)?.spec.replicas ?? 0;
const recurringWorkloads = () =>
  [...api().list(kinds.job), ...api().list(kinds.statefulSet)]
    .filter(({ metadata }) => metadata.labels?.[recurringWorkloadLabel] !== undefined)
    .map(({ metadata }) => metadata.name);
/** At this speed, an hour of the simulated day takes 5 s, the interval of updates. */
const hour = 5_000;

describe('the load of the fleet', () => {
  it('follows the time of day; Deployments without a curve keep their replicas', () => {
    small.advance(4 * hour);
    expect(hourOf(small.fleet.world.day.now())).toBe(14);
    expect(replicasOf('search')).toBe(8);
    small.advance(12 * hour);
    expect(replicasOf('search')).toBe(2);
    expect(replicasOf('payments')).toBe(4);
  });

  it('creates recurring workloads and removes them after their time', () => {
    const seen = new Set<string>();
    let most = 0;
    for (let step = 0; step < 24; step += 1) {
      small.advance(hour);
      for (const name of recurringWorkloads()) seen.add(name);
      most = Math.max(most, recurringWorkloads().length);
    }
    expect(seen.size).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(5);
    expect([...seen].map((name) => name.replace(/-\d+$/, ''))).toEqual(
      expect.arrayContaining(['integration-tests', 'pull-request', 'train-ranking']),
    );
    const gone = [...seen].filter((name) => !recurringWorkloads().includes(name));
    expect(gone.length).toBeGreaterThan(3);
  });

  it('keeps manual changes while the day is paused', () => {
    small.fleet.world.day.pause();
    const deployment = api()
      .list(kinds.deployment)
      .find(({ metadata }) => metadata.name === 'search');
    invariant(deployment !== undefined, 'staging has search');
    api().update(kinds.deployment, deployment, (current) => ({
      ...current,
      spec: { ...current.spec, replicas: 1 },
    }));
    small.advance(2 * hour);
    expect(replicasOf('search')).toBe(1);
    small.fleet.world.day.resume();
    small.advance(10_000);
    expect(replicasOf('search')).toBeGreaterThan(1);
  });

  it('replaces missing managed nodes in zones with capacity', () => {
    const { world } = small.fleet;
    const present = () =>
      [...world.state.instances.values()].filter(
        ({ end, capacityType }) => end === null && capacityType === 'spot',
      );
    const [first] = present();
    world.instances.terminate(first?.id ?? '', 'Server.SpotInstanceTermination', 'gone');
    world.capacity.set({ capacityType: 'spot' }, 0);
    small.advance(10_000);
    expect(present()).toHaveLength(5);
    world.capacity.set({ capacityType: 'spot', zone: 'us-east-1a' }, 0);
    world.capacity.unset({ capacityType: 'spot' });
    small.advance(10_000);
    expect(present()).toHaveLength(6);
    expect(present().at(-1)?.zone).not.toBe('us-east-1a');
  });
});
