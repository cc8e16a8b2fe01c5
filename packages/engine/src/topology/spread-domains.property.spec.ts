import { labelKeys } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  anOffering,
  aPod,
  aSnapshot,
  Dice,
  type NodePoolBuilder,
  type Plan,
  type PodBuilder,
  planOf,
  term,
  validatePlan,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { verifyBound } from '../bound/verify-bound.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { NodePool } from '../model/node-pool.js';
import { solve } from '../optimize/solve.js';
import { planWithFirstFit } from '../plan/write-result.js';

const { zone, arch, capacityType, hostname } = labelKeys;
const lane = 'lane';
const gpu = 'nvidia.com/gpu';
const zones = ['zone-a', 'zone-b', 'zone-c'];
const lanes = ['1', '2', '3'];
const taint = { key: 'team', value: 'a', effect: 'NoSchedule' } as const;
/** Limits with which a NodePool can launch none of the types. */
const closing = [{ milliCpu: 0 }, { milliCpu: 1_000 }, { nodes: 0 }];
const isClosed = ({ limits }: NodePool) => Object.keys(limits).length > 0;
const seeds = Array.from({ length: 250 }, (_, index) => index + 1);

function randomType(dice: Dice, name: string) {
  const offerings = dice
    .some(zones, 1, 3)
    .flatMap((where) => [
      anOffering(where, 'on-demand', 100_000 * dice.between(1, 3)),
      ...dice.some([anOffering(where, 'spot', 50_000)], 0, 1),
    ]);
  return anInstanceType(name)
    .with({ milliCpu: dice.pick([2_000, 4_000]), ...dice.maybe(0.3, () => ({ [gpu]: 2 })) })
    .labelled(arch, dice.pick(['amd64', 'arm64']))
    .offered(...offerings);
}

function randomPool(dice: Dice, name: string): NodePoolBuilder {
  let pool = aNodePool(name).labelled({ group: dice.pick(['x', 'y']) });
  if (dice.chance(0.4)) pool = pool.requiring(zone, 'In', dice.some(zones, 1, 2));
  if (dice.chance(0.5)) pool = pool.requiring(lane, 'In', dice.some(lanes, 1, 2));
  if (dice.chance(0.3)) pool = pool.allowingAllCapacityTypes();
  return dice.chance(0.25) ? pool.tainted(taint) : pool;
}

/** The labels that a pod is spread over. */
type LabelsOf = (dice: Dice) => readonly string[];

const mostlyOne: LabelsOf = (dice) =>
  dice.chance(0.2) ? [zone, capacityType] : [dice.pick([zone, zone, lane])];
const several: LabelsOf = (dice) => dice.some([zone, capacityType, arch, lane, hostname], 2, 3);

/** A pod of a Deployment with spreads, which selects some of the NodePools and types. */
function randomPod(dice: Dice, name: string, labelsOf: LabelsOf): PodBuilder {
  let pod = aPod(name)
    .labelled({ app: name })
    .requesting({
      milliCpu: dice.pick([500, 1_500, 3_000]),
      ...dice.maybe(0.2, () => ({ [gpu]: 1 })),
    })
    .selecting({
      ...dice.maybe(0.4, () => ({ group: 'x' })),
      ...dice.maybe(0.2, () => ({ [arch]: 'arm64' })),
      ...dice.maybe(0.15, () => ({ [capacityType]: 'spot' })),
    });
  if (dice.chance(0.2)) {
    const terms = dice.some(zones, 1, 2).map((where) => term(zone, 'In', where));
    pod = pod.requiringOneOf(...terms);
  }
  if (dice.chance(0.3)) pod = pod.tolerating({ key: 'team' });
  if (dice.chance(0.2)) {
    pod = pod.withVolume('data', { nodeRequirements: [term(zone, 'In', dice.pick(zones))] });
  }
  for (const key of labelsOf(dice)) {
    pod = pod.spreadOver(key, {
      maxSkew: dice.between(1, 2),
      ...dice.maybe(0.15, () => ({ minDomains: dice.between(1, 3) })),
      ...dice.maybe(0.3, () => ({ nodeTaintsPolicy: 'Honor' }) as const),
      ...dice.maybe(0.15, () => ({ nodeAffinityPolicy: 'Ignore' }) as const),
    });
  }
  return pod;
}

function randomNode(dice: Dice, name: string, { template, name: pool }: NodePool, pod: PodBuilder) {
  const valuesOf = (label: string) =>
    template.requirements.find(({ key }) => key === label)?.values ?? [];
  const [ownLane] = valuesOf(lane);
  const where = dice.pick(valuesOf(zone).length === 0 ? zones : valuesOf(zone));
  return aNode(name)
    .inPool(pool)
    .launchedAs('t0', where, 'on-demand', 100_000)
    .labelled({ ...template.labels, ...(ownLane !== undefined && { [lane]: ownLane }) })
    .tainted(...template.taints)
    .with({ allocatable: { cpu: dice.pick([0, 4_000]), memory: 2 ** 35, pods: 20 } })
    .running(...dice.some([pod.named(`${name}-0`).running()], 0, 1));
}

/** @param others number of further Deployments, with spreads of their own */
function randomSnapshot(seed: number, others: number, labelsOf = mostlyOne): ClusterSnapshot {
  const dice = new Dice(seed);
  const limits = new Dice(seed + 1_000_000);
  const types = dice.times(3, (index) => randomType(dice, `t${index}`));
  const pools = dice.times(dice.between(1, 3), (index) => {
    const pool = randomPool(dice, `pool-${index}`);
    return (limits.chance(0.15) ? pool.limitedTo(limits.pick(closing)) : pool).build();
  });
  const pod = randomPod(dice, 'web', labelsOf);
  const further = dice.times(others, (index) => randomPod(dice, `other-${index}`, labelsOf));
  return aSnapshot()
    .withInstanceTypes(...types)
    .withNodePools(...pools)
    .withNodes(
      ...dice.times(dice.between(0, 2), (index) =>
        randomNode(dice, `n${index}`, dice.pick(pools), pod),
      ),
    )
    .withPods(...[pod, ...further].map((one) => one.times(dice.between(2, 4))))
    .build();
}

const clustersWith = (others: number, labelsOf = mostlyOne) =>
  seeds.map((seed) => randomSnapshot(seed, others, labelsOf));

/** Returns every node with this pod that one of the NodePools could launch. */
function nodesFor({ nodePools, instanceTypesByNodePool }: ClusterSnapshot, uid: string) {
  const open = nodePools.filter((pool) => !isClosed(pool));
  return open.flatMap((pool): Plan['toLaunch'] => {
    const { requirements, labels, taints } = pool.template;
    const ownLanes = requirements.find(({ key }) => key === lane)?.values ?? [''];
    return (instanceTypesByNodePool[pool.name] ?? []).flatMap((type) =>
      type.offerings.flatMap((offering) =>
        ownLanes.map((value) => ({
          name: 'further',
          nodePool: pool.name,
          podUids: [uid],
          requirements: [
            ...requirements,
            { key: zone, operator: 'In', values: [offering.zone], minValues: null },
            { key: capacityType, operator: 'In', values: [offering.capacityType], minValues: null },
          ],
          labels: {
            ...labels,
            [labelKeys.nodePool]: pool.name,
            ...(value !== '' && { [lane]: value }),
          },
          taints,
          instanceTypes: [type.name],
        })),
      ),
    );
  });
}

/** Returns the further node on which the kube-scheduler would bind a pod that has none. */
function missedNode(snapshot: ClusterSnapshot): Plan['toLaunch'][number] | undefined {
  const plan = planOf(planWithFirstFit(snapshot));
  const [uid, ...left] = plan.unplaced;
  if (uid === undefined) return undefined;
  return nodesFor(snapshot, uid).find((node) => {
    const further = { ...plan, toLaunch: [...plan.toLaunch, node], unplaced: left };
    return validatePlan(snapshot, further).length === 0;
  });
}

/**
 * True if a domain counts for the pods only if they can be in it. Domains of the future that a policy
 * counts count as well.
 */
const countsOnlyReach = ({ pods, nodePools }: ClusterSnapshot): boolean =>
  pods.every(({ spec: { topologySpread } }) => {
    const hasTaints = nodePools.some(({ template }) => template.taints.length > 0);
    return topologySpread.every(
      ({ nodeAffinityPolicy, nodeTaintsPolicy }) =>
        nodeAffinityPolicy === 'Honor' && (nodeTaintsPolicy === 'Honor' || !hasTaints),
    );
  });

describe('plans for pods with spreads', () => {
  it.each([
    ['mostly one label', mostlyOne, seeds.length],
    ['several labels', several, 80],
  ])(
    'over %s are possible for the kube-scheduler',
    (_, labelsOf, count) => {
      const clusters = [0, 2].flatMap((others) => clustersWith(others, labelsOf).slice(0, count));
      const wrong = clusters.flatMap((snapshot, index) =>
        validatePlan(snapshot, planOf(planWithFirstFit(snapshot))).map((problem) => [
          index,
          problem,
        ]),
      );
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  it('are possible, and have a proved bound, after a search', () => {
    const wrong = [mostlyOne, several]
      .flatMap((labelsOf) => clustersWith(1, labelsOf).slice(0, 60))
      .flatMap((snapshot, index) => {
        const result = solve(snapshot, { searchMs: 5 });
        const problems = validatePlan(snapshot, planOf(result));
        const isProved = result.cost === null || verifyBound(snapshot, result).isProved;
        return isProved && problems.length === 0 ? [] : [[index, problems]];
      });
    expect(wrong).toEqual([]);
  }, 60_000);

  it.each([
    ['mostly one label', mostlyOne, 75],
    ['several labels', several, 75],
  ])(
    'over %s leave no pod without a node that the kube-scheduler would bind it to',
    (_, labelsOf, least) => {
      const decided = clustersWith(0, labelsOf).filter(countsOnlyReach);
      const missed = decided.flatMap((snapshot) => missedNode(snapshot) ?? []);
      expect(missed).toEqual([]);
      expect(decided.length).toBeGreaterThan(least);
    },
    60_000,
  );
});
