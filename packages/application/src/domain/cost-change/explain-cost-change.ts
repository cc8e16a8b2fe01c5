import { compareNumbers, compareText, getOrCreate, type MicroUsdPerHour } from '@kerf/core';
import { type CostCauseOfNode, CostCauses } from './cost-causes.js';
import type { ChangedNode, CostChangeFacts, CostDriver, DriftedDefinition } from './cost-change.js';

/** Further drivers, the smallest, are merged into one. */
const maxDrivers = 100;
/** Length of the lists of a driver. */
const maxEvidence = 10;

/** The part of one node in the change. */
interface Contribution {
  readonly node: ChangedNode;
  readonly effect: 'Added' | 'Removed' | 'Repriced';
  readonly price: MicroUsdPerHour | null;
  readonly cause: CostCauseOfNode;
  readonly claimName: string | null;
}

/**
 * Returns the causes of a change of the cost per hour, the largest first. Their changes add up to the
 * difference of the nodes' prices, exactly: what has no cause is a driver `Unattributed`. Nodes that a
 * decision removed and launched are one change, through nodes that came and left in between.
 */
export function explainCostChange({ nodes, ...records }: CostChangeFacts): readonly CostDriver[] {
  const causes = new CostCauses(records);
  const contributions = nodes.flatMap((node) => contributionsOf(node, causes));
  const drivers = [...groupByCause(contributions).values()].map(toDriver).sort(byChange);
  if (drivers.length <= maxDrivers) return drivers;
  const others = merged(drivers.slice(maxDrivers - 1));
  return [...drivers.slice(0, maxDrivers - 1), others].sort(byChange);
}

function contributionsOf(node: ChangedNode, causes: CostCauses): readonly Contribution[] {
  const { change, priceBefore, priceAfter } = node;
  const claimName = causes.claimName(node);
  const added = { node, effect: 'Added', price: priceAfter, claimName } as const;
  const removed = {
    node,
    effect: 'Removed',
    price: priceBefore === null ? null : 0 - priceBefore,
    claimName,
  } as const;
  if (change === 'Stayed') {
    if (priceBefore === priceAfter) return [];
    const price = (priceAfter ?? 0) - (priceBefore ?? 0);
    return [{ node, effect: 'Repriced', price, claimName, cause: causes.ofPrice(node) }];
  }
  return [
    ...(change === 'Left' ? [] : [{ ...added, cause: causes.ofArrival(node) }]),
    ...(change === 'Came' ? [] : [{ ...removed, cause: causes.ofDeparture(node) }]),
  ];
}

type Group = [Contribution, ...Contribution[]];

/**
 * First the nodes of each decision, which may be of several NodePools, then all with the same cause
 * and NodePools. An added cluster is one group.
 */
function groupByCause(
  contributions: readonly Contribution[],
): ReadonlyMap<string, Readonly<Group>> {
  const ofDecisions = Map.groupBy(contributions, ({ node, cause }) =>
    JSON.stringify([keyOf(node, cause), cause.isNet ? cause.decision?.id : [node.nodePool]]),
  );
  const groups = new Map<string, Group>();
  for (const own of ofDecisions.values()) {
    const [first, ...rest] = own;
    if (first === undefined) continue;
    const isWholeCluster = first.cause.kind === 'ClusterAdded';
    const pools = isWholeCluster ? [] : poolsOf(own);
    const key = JSON.stringify([keyOf(first.node, first.cause), pools]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [first, ...rest]);
    else for (const each of own) known.push(each);
  }
  return groups;
}

const keyOf = (
  { clusterId }: ChangedNode,
  { kind, workload, instanceType, capacityType, reason }: CostCauseOfNode,
): readonly unknown[] => [clusterId, kind, workload, instanceType, capacityType, reason];

const poolsOf = (contributions: readonly Contribution[]): readonly string[] =>
  [...new Set(contributions.map(({ node }) => node.nodePool))].filter((name) => name !== '').sort();

function toDriver(group: Readonly<Group>): CostDriver {
  const [{ node, cause }] = group;
  const { kind, workload, instanceType, capacityType, reason } = cause;
  const count = (effect: Contribution['effect']): number =>
    group.filter((each) => each.effect === effect).length;
  const decisions = unique(group.flatMap((each) => each.cause.decision ?? []));
  const decisionIds = decisions.map(({ id }) => id).sort((a, b) => compareText(b, a));
  return {
    kind,
    clusterId: node.clusterId,
    changeMicroUsdPerHour: group.reduce((sum, { price }) => sum + (price ?? 0), 0),
    nodesAdded: count('Added'),
    nodesRemoved: count('Removed'),
    nodesRepriced: count('Repriced'),
    unpricedNodes: group.filter(({ price }) => price === null).length,
    nodePools: poolsOf(group),
    workload,
    instanceType,
    capacityType,
    reason,
    decisionIds: decisionIds.slice(0, maxEvidence),
    decisions: decisionIds.length,
    nodeClaims: claimNames(group),
    interruptionIds: unique(decisions.flatMap(({ interruptionId }) => interruptionId ?? []))
      .sort((a, b) => compareText(b, a))
      .slice(0, maxEvidence),
    definitions: kind === 'Drift' ? driftedDefinitions(group) : [],
    drivers: 1,
  };
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function claimNames(group: Readonly<Group>): readonly string[] {
  const sorted = group.toSorted((a, b) =>
    compareNumbers(Math.abs(b.price ?? 0), Math.abs(a.price ?? 0)),
  );
  return unique(sorted.flatMap(({ claimName }) => claimName ?? [])).slice(0, maxEvidence);
}

/** Returns the definitions that the removed nodes had drifted from, with all changed fields. */
function driftedDefinitions(group: Readonly<Group>): readonly DriftedDefinition[] {
  const names = new Set(group.map(({ node }) => node.nodeName));
  const changes = new Map<string, { at: number | null; fields: Set<string> }>();
  for (const { drift } of unique(group.flatMap(({ cause }) => cause.decision ?? []))) {
    for (const { nodeName, definition, since, fields } of drift) {
      if (definition === null || !names.has(nodeName)) continue;
      const known = getOrCreate(changes, definition, () => ({
        at: since,
        fields: new Set<string>(),
      }));
      known.at =
        known.at === null || since === null ? (known.at ?? since) : Math.max(known.at, since);
      for (const { path } of fields) known.fields.add(path);
    }
  }
  return [...changes]
    .map(([definition, { at, fields }]) => ({ definition, at, fields: [...fields].sort() }))
    .sort((a, b) => compareText(a.definition, b.definition))
    .slice(0, maxEvidence);
}

/** The driver that stands for all others. */
function merged(drivers: readonly CostDriver[]): CostDriver {
  const sumOf = (read: (driver: CostDriver) => number): number =>
    drivers.reduce((sum, driver) => sum + read(driver), 0);
  return {
    kind: 'Other',
    clusterId: null,
    changeMicroUsdPerHour: sumOf(({ changeMicroUsdPerHour }) => changeMicroUsdPerHour),
    nodesAdded: sumOf(({ nodesAdded }) => nodesAdded),
    nodesRemoved: sumOf(({ nodesRemoved }) => nodesRemoved),
    nodesRepriced: sumOf(({ nodesRepriced }) => nodesRepriced),
    unpricedNodes: sumOf(({ unpricedNodes }) => unpricedNodes),
    nodePools: [],
    workload: null,
    instanceType: null,
    capacityType: null,
    reason: null,
    decisionIds: [],
    decisions: sumOf(({ decisions }) => decisions),
    nodeClaims: [],
    interruptionIds: [],
    definitions: [],
    drivers: drivers.length,
  };
}

const nodesOf = ({ nodesAdded, nodesRemoved, nodesRepriced }: CostDriver): number =>
  nodesAdded + nodesRemoved + nodesRepriced;

const byChange = (a: CostDriver, b: CostDriver): number =>
  compareNumbers(Math.abs(b.changeMicroUsdPerHour), Math.abs(a.changeMicroUsdPerHour)) ||
  compareNumbers(nodesOf(b), nodesOf(a)) ||
  compareText(a.kind, b.kind) ||
  compareText(a.clusterId ?? '', b.clusterId ?? '');
