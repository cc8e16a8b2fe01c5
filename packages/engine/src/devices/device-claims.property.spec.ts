import {
  aDevice,
  aDeviceClaim,
  aDeviceRequest,
  aNode,
  anInstanceType,
  aPod,
  aSnapshot,
  Dice,
  type NodeBuilder,
  planOf,
  someDevices,
  validatePlan,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { DeviceClaim, TypeDevices } from '../model/device.js';
import type { Pod } from '../model/pod.js';
import { solve } from '../optimize/solve.js';
import { planWithFirstFit } from '../plan/write-result.js';

const seeds = Array.from({ length: 120 }, (_, index) => index + 1);
const profiles = ['large', 'small', 'nic'] as const;
const deviceSelections = {
  gpu: { large: true, small: true },
  large: { large: true },
  small: { small: true },
  nic: { nic: true },
} as const;
const selectors = ['gpu', 'gpu', 'large', 'small'];

function randomDevices(dice: Dice): readonly TypeDevices[] {
  return dice.some(profiles, 0, 3).map((profile) =>
    someDevices(dice.between(1, 4), {
      profile,
      attributes: { root: dice.pick(['a', 'b']) },
      capacity: { 'gpu/memory': { amount: dice.pick([20, 40]) } },
      ...dice.maybe(0.2, () => ({ isShareable: true as const })),
    }),
  );
}

function randomClaim(dice: Dice, shared: string | null): DeviceClaim {
  const alternative = () => ({
    selectors: dice.pick(selectors),
    count: dice.pick([1, 1, 1, 2, null]),
    ...dice.maybe(0.2, () => ({ amounts: { memory: dice.pick([10, 30]) } })),
    ...dice.maybe(0.1, () => ({ isAdmin: true as const })),
  });
  const kind = dice.pick(['Match', 'Distinct'] as const);
  return aDeviceClaim({
    shared,
    requests: [
      aDeviceRequest('gpu', ...dice.times(dice.between(1, 2), alternative)),
      ...(dice.chance(0.3) ? [aDeviceRequest('nic', { selectors: 'nic' })] : []),
    ],
    ...dice.maybe(0.3, () => ({ constraints: [{ requests: [], attribute: 'root', kind }] })),
  });
}

function randomPods(dice: Dice, index: number): readonly Pod[] {
  const pod = aPod(`p${index}`).requesting({ milliCpu: dice.pick([100, 900, 1_900]) });
  const isShared = dice.chance(0.3);
  const claims = dice.times(dice.pick([0, 1, 1, 2]), (claim) =>
    randomClaim(dice, isShared ? `default/${index}-${claim}` : null),
  );
  return (claims.length === 0 ? pod : pod.claiming(...claims)).times(dice.between(1, 4));
}

function randomNode(dice: Dice, index: number): NodeBuilder {
  const isPublished = dice.chance(0.6);
  const devices = randomDevices(dice).flatMap(({ count, isOnRequest: _, ...facts }, group) =>
    dice.times(count, (number) =>
      aDevice(`${group}-${number}`, {
        ...facts,
        ...dice.maybe(isPublished && facts.isShareable === undefined ? 0.4 : 0, () => ({
          isHeld: true as const,
        })),
      }),
    ),
  );
  const node = aNode(`n${index}`).with({ devices: { isPublished, devices } });
  return isPublished ? node : node.starting();
}

function randomSnapshot(seed: number): ClusterSnapshot {
  const dice = new Dice(seed);
  const types = dice.times(dice.between(2, 4), (index) =>
    anInstanceType(`t${index}`)
      .with({ milliCpu: dice.pick([2_000, 4_000, 16_000]) })
      .offeredAt({ microUsdPerHour: dice.between(1, 20) * 50_000 })
      .withDevices(...randomDevices(dice)),
  );
  return aSnapshot()
    .withInstanceTypes(...types)
    .with({ deviceSelections })
    .withNodes(...dice.times(dice.between(0, 2), (index) => randomNode(dice, index)))
    .withPods(dice.times(dice.between(1, 5), (index) => randomPods(dice, index)).flat())
    .build();
}

const clusters = seeds.map(randomSnapshot);
const withoutClaims = (snapshot: ClusterSnapshot): ClusterSnapshot => ({
  ...snapshot,
  pods: snapshot.pods.map((pod) => {
    const { deviceClaims: _, ...spec } = pod.spec;
    return { ...pod, spec };
  }),
});
const problemsOf = (plan: (snapshot: ClusterSnapshot) => ReturnType<typeof solve>) =>
  clusters.map((snapshot) => validatePlan(snapshot, planOf(plan(snapshot))));

describe('plans for pods with claims', () => {
  it('of FirstFit are possible for the kube-scheduler', () => {
    expect(problemsOf(planWithFirstFit).flat()).toEqual([]);
  });

  it('are possible for the kube-scheduler after a search', () => {
    expect(problemsOf((snapshot) => solve(snapshot, { searchMs: 5 })).flat()).toEqual([]);
  });

  it('have a lower bound that is proved, and no plan for their pods without claims costs less', () => {
    for (const snapshot of clusters) {
      const result = solve(snapshot, { searchMs: 0 });
      if (result.cost === null) continue;
      expect(verifyBound(snapshot, result)).toMatchObject({ isProved: true });
      const uids = new Set(result.newNodeClaims.flatMap(({ podUids }) => podUids));
      const free = withoutClaims(snapshot);
      const cheaper = solve(
        { ...free, nodes: [], pods: free.pods.filter(({ uid }) => uids.has(uid)) },
        { searchMs: 5 },
      );
      expect(result.cost.lowerBoundMicroUsdPerHour).toBeLessThanOrEqual(
        cheaper.cost?.planMicroUsdPerHour ?? 0,
      );
    }
  });

  it('are not possible if the claims are ignored', () => {
    const wrong = problemsOf((snapshot) => planWithFirstFit(withoutClaims(snapshot)));
    const named = wrong.filter((problems) => problems.some((text) => text.includes('its claim')));
    expect(named.length).toBeGreaterThan(seeds.length / 4);
  });
});
