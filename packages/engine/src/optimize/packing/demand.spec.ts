import { labelKeys } from '@kerf/core';
import { anInstanceType, aPod, aSnapshot, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { firstFit } from '../../scheduling/first-fit/first-fit.js';
import type { PodGroup } from '../../scheduling/pods/pod-group.js';
import { compileProblem } from '../../scheduling/problem/problem.js';
import { countByPodGroup, plannedDemand, relaxedDemand } from './demand.js';

const { zone, hostname } = labelKeys;

/** A type that holds two of the default pods. */
const type = anInstanceType('t')
  .with({ milliCpu: 2_000, memoryMib: 8_192 })
  .reserving({})
  .offeredAt({ microUsdPerHour: 100 });

function planned(snapshot: SnapshotBuilder) {
  const problem = compileProblem(snapshot.withInstanceTypes(type).build());
  return { problem, plan: firstFit(problem) };
}

/** Takes the first attempt of a pod group. */
const firstAttempt = ({ attempts }: PodGroup) => attempts[0] ?? null;

const apps = (items: readonly { readonly podGroup: PodGroup; readonly count: number }[]) =>
  items.map(({ podGroup, count }) => `${podGroup.spec.labels['app']} ${count}`);

describe('countByPodGroup', () => {
  it('is empty without new nodes', () => {
    expect(countByPodGroup(planned(aSnapshot()).plan)).toEqual([]);
  });

  it('counts the pods of each group over all new nodes, in the order of their first pod', () => {
    const { plan } = planned(
      aSnapshot().withPods(
        aPod('a').labelled({ app: 'a' }).times(3),
        aPod('b').labelled({ app: 'b' }).requesting({ milliCpu: 1_500 }).times(2),
      ),
    );
    // Larger pods are placed first.
    expect(apps(countByPodGroup(plan))).toEqual(['b 2', 'a 3']);
  });

  it('leaves out pods without a node', () => {
    const { plan } = planned(
      aSnapshot().withPods(
        aPod('a').labelled({ app: 'a' }),
        aPod('b').labelled({ app: 'b' }).requesting({ milliCpu: 9_000 }),
      ),
    );
    expect(apps(countByPodGroup(plan))).toEqual(['a 1']);
  });
});

describe('relaxedDemand', () => {
  it('has all attempts and no pins, also for pods that spread over zones', () => {
    const { plan } = planned(aSnapshot().withPods(aPod().spreadOver(zone).times(4)));
    const [item, ...others] = relaxedDemand(plan);
    expect(others).toEqual([]);
    expect(item).toMatchObject({ count: 4, pin: [] });
    expect(item?.attempts).toBe(item?.podGroup.attempts);
  });
});

describe('plannedDemand', () => {
  it('has the attempt of each pod group', () => {
    const { plan } = planned(aSnapshot().withPods(aPod().times(3)));
    const [item] = plannedDemand(plan, firstAttempt);
    expect(item).toMatchObject({ count: 3, pin: [] });
    expect(item?.attempts).toEqual([item?.podGroup.attempts[0]]);
  });

  it('leaves out pod groups without an attempt', () => {
    const { plan } = planned(
      aSnapshot().withPods(
        aPod('a').labelled({ app: 'a' }),
        aPod('b').labelled({ app: 'b' }).times(2),
      ),
    );
    const items = plannedDemand(plan, (podGroup) =>
      podGroup.spec.labels['app'] === 'a' ? null : firstAttempt(podGroup),
    );
    expect(apps(items)).toEqual(['b 2']);
  });

  it('pins pods that spread over zones to those of the plan', () => {
    const { plan, problem } = planned(aSnapshot().withPods(aPod().spreadOver(zone).times(4)));
    const { space } = problem;
    const pins = plannedDemand(plan, firstAttempt).map(({ pin, count }) => {
      const values = pin.map(
        ({ key, value }) => `${space.nameOf(key)}=${space.textOf(key, value)}`,
      );
      return `${values.join()} ${count}`;
    });
    expect(pins.sort()).toEqual([`${zone}=zone-a 2`, `${zone}=zone-b 1`, `${zone}=zone-c 1`]);
  });

  it('does not pin pods that spread over hosts', () => {
    const { plan } = planned(aSnapshot().withPods(aPod().spreadOver(hostname).times(3)));
    expect(plannedDemand(plan, firstAttempt)).toMatchObject([{ count: 3, pin: [] }]);
  });
});
