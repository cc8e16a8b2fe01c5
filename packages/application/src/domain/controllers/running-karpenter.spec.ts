import { describe, expect, it } from 'vitest';
import type {
  ObservedControllers,
  ObservedDeployment,
  ObservedLease,
} from './observed-controllers.js';
import { KarpenterSightings } from './running-karpenter.js';

const start = Date.UTC(2026, 10, 21, 12);
const minute = 60_000;

const lease = (over: Partial<ObservedLease> = {}): ObservedControllers => ({
  leases: [
    {
      namespace: 'kube-system',
      name: 'karpenter-leader-election',
      holder: 'karpenter-0',
      renewedAt: start,
      durationMs: 15_000,
      ...over,
    },
  ],
  deployments: [],
});
const deployment = (replicas: number): ObservedDeployment => ({
  namespace: 'karpenter',
  name: 'karpenter',
  replicas,
});
const none: ObservedControllers = { leases: [], deployments: [] };

/** Returns whether a Karpenter is running, after each of the observations. */
function watch(steps: readonly (readonly [number, ObservedControllers])[]): readonly boolean[] {
  const sightings = new KarpenterSightings();
  return steps.map(([at, controllers]) => sightings.running(controllers, start + at) !== null);
}

describe('a Karpenter', () => {
  it('is not there without a Lease and without a Deployment', () => {
    expect(watch([[0, none]])).toEqual([false]);
  });

  it('runs as long as its Lease is renewed, and for the duration after the last renewal', () => {
    expect(
      watch([
        [0, lease()],
        [10_000, lease({ renewedAt: start + 10_000 })],
        [24_000, lease({ renewedAt: start + 10_000 })],
        [25_000, lease({ renewedAt: start + 10_000 })],
        [26_000, lease({ renewedAt: start + 26_000 })],
      ]),
    ).toEqual([true, true, true, false, true]);
  });

  it.each([
    ['behind', -4 * minute],
    ['ahead', 4 * minute],
  ])('runs also when its clock is %s', (_word, skew) => {
    expect(
      watch([
        [0, lease({ renewedAt: start + skew })],
        [14_000, lease({ renewedAt: start + skew })],
        [16_000, lease({ renewedAt: start + skew })],
      ]),
    ).toEqual([true, true, false]);
  });

  it('does not run that left its Lease behind long ago, until it is renewed', () => {
    const old = lease({ renewedAt: start - 24 * 60 * minute });
    expect(
      watch([
        [0, old],
        [1_000, old],
        [2_000, lease({ renewedAt: start + 2_000 })],
      ]),
    ).toEqual([false, false, true]);
  });

  it('has gone when it has let go of its Lease', () => {
    expect(
      watch([
        [0, lease()],
        [1_000, lease({ holder: null })],
      ]),
    ).toEqual([true, false]);
  });

  it('runs that takes an expired Lease over', () => {
    expect(
      watch([
        [0, lease()],
        [20_000, lease()],
        [21_000, lease({ holder: 'karpenter-1' })],
      ]),
    ).toEqual([true, false, true]);
  });

  it('runs while a Deployment asks for pods, and not when it is scaled to none', () => {
    expect(
      watch([
        [0, { leases: [], deployments: [deployment(2)] }],
        [1_000, { leases: [], deployments: [deployment(0)] }],
      ]),
    ).toEqual([true, false]);
  });

  it('is named by what shows that it runs', () => {
    const sightings = new KarpenterSightings();
    expect(sightings.running(lease(), start)).toEqual({
      object: 'Lease/kube-system/karpenter-leader-election',
      evidence: 'karpenter-0 renews the Lease kube-system/karpenter-leader-election',
    });
    expect(sightings.running({ leases: [], deployments: [deployment(1)] }, start)?.evidence).toBe(
      'the Deployment karpenter/karpenter has 1 replica',
    );
  });
});
