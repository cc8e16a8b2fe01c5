import type { ClusterId, Instant, MicroUsdPerHour } from '@kerf/core';
import { requireCluster, requireKnown } from '../clusters/api.js';
import { type Definitions, driftOf } from '../domain/node-claim/drift.js';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import type { BudgetSchedule } from '../ports/budget-schedule.js';
import type { PriceLookup } from '../ports/cloud-provider.js';
import type { ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import { isMarketUnknown, loadMarket } from '../snapshot/load-offerings.js';
import { priceLookup } from '../snapshot/price-lookup.js';
import { type ReplacementTime, replacementTime } from './replacement-time.js';

/** How many nodes saving a definition would make drift. */
export interface DriftCount {
  /** Nodes launched from the definition that are not terminating. */
  readonly nodes: number;
  /** The number of these nodes that would drift and do not drift now. */
  readonly drifting: number;
}

/** The nodes that saving a definition would make drift, and what replacing them takes. */
export interface DriftForecast extends DriftCount {
  /** Sum of the known prices of the drifting nodes. */
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
  /** Number of drifting nodes without a known price. */
  readonly unpricedNodes: number;
  readonly replacement: ReplacementTime;
}

const launchedStates: readonly NodeClaimState[] = ['Launched', 'Registered', 'Initialized'];

/**
 * Returns the drift that saving these definitions together would cause, with the same comparison
 * that the worker uses. Definitions that would cause no drift have no entry.
 */
export async function forecastDrift(
  { store, clock, budgetSchedule }: Pick<Ports, 'store' | 'clock' | 'budgetSchedule'>,
  clusterId: ClusterId,
  saved: readonly ReadDefinition[],
): Promise<ReadonlyMap<ReadDefinition, DriftForecast>> {
  const [nodePools, nodeClasses] = await Promise.all([
    store.definitions.nodePools(clusterId),
    store.definitions.nodeClasses(clusterId),
  ]);
  const before = { nodePools, nodeClasses };
  const stored = new Set([...nodePools, ...nodeClasses].map(identityOf));
  // NodeClaims are the largest read, and most edits change nothing that they were launched from.
  if (saved.every((definition) => stored.has(identityOf(definition)))) return new Map();
  const claims = await store.nodeClaims.inStates(clusterId, launchedStates);
  const drifts = driftsBySaved(claims, before, saved);
  if (drifts.size === 0) return new Map();
  const priceOf = await pricesOf({ store, clock }, clusterId);
  const { nodePools: pools } = withSaved(before, saved);
  return new Map(
    [...drifts].map(([definition, { nodes, drifting }]) => [
      definition,
      {
        nodes: nodes.length,
        drifting: drifting.length,
        ...priceSum(drifting, priceOf),
        replacement: replacementOf(drifting, {
          claims,
          pools,
          schedule: budgetSchedule,
          now: clock.now(),
        }),
      },
    ]),
  );
}

/** Returns a text of everything in a definition that may cause drift when it is saved. */
function identityOf(
  definition: Pick<ReadDefinition, 'kind' | 'name' | 'driftHash' | 'spec'>,
): string {
  const { kind, name, driftHash, spec } = definition;
  const requirements = 'template' in spec ? spec.template.spec.requirements : [];
  return JSON.stringify([kind, name, driftHash, requirements]);
}

/** Returns the counts of nodes for NodeClaims that are already loaded. */
export const countDrift = (
  claims: readonly NodeClaim[],
  before: Definitions,
  saved: readonly ReadDefinition[],
): ReadonlyMap<ReadDefinition, DriftCount> =>
  new Map(
    [...driftsBySaved(claims, before, saved)].map(([definition, { nodes, drifting }]) => [
      definition,
      { nodes: nodes.length, drifting: drifting.length },
    ]),
  );

/** The nodes of a definition, and those that would drift. */
interface DriftingNodes {
  readonly nodes: readonly NodeClaim[];
  readonly drifting: readonly NodeClaim[];
}

function driftsBySaved(
  claims: readonly NodeClaim[],
  before: Definitions,
  saved: readonly ReadDefinition[],
): ReadonlyMap<ReadDefinition, DriftingNodes> {
  const after = withSaved(before, saved);
  const drifts = claims.map((claim) => ({
    claim,
    users: definitionsOf(claim, after),
    reason:
      claim.drift === null && reasonOf(claim, before) === null ? reasonOf(claim, after) : null,
  }));
  const forecasts = saved.map((definition) => {
    const { kind, name } = definition;
    const own = drifts.filter(({ users }) => users[kind] === name);
    const drifting = own.filter(
      ({ reason }) => reason !== null && reasonsByKind[kind].includes(reason),
    );
    const claimsOf = (list: typeof own) => list.map(({ claim }) => claim);
    return [definition, { nodes: claimsOf(own), drifting: claimsOf(drifting) }] as const;
  });
  return new Map(forecasts.filter(([, { drifting }]) => drifting.length > 0));
}

/** Returns the current prices; no price while those of the region are unknown. */
async function pricesOf(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
): Promise<PriceLookup> {
  try {
    const cluster = requireKnown(await requireCluster(store, clusterId));
    const { catalog, spotPrices } = await loadMarket(store, cluster, clock.now());
    return priceLookup(catalog, spotPrices);
  } catch (error) {
    if (isMarketUnknown(error)) return () => null;
    throw error;
  }
}

function priceSum(
  claims: readonly NodeClaim[],
  priceOf: PriceLookup,
): Pick<DriftForecast, 'priceMicroUsdPerHour' | 'unpricedNodes'> {
  const known = claims.flatMap(({ instance }) =>
    instance === null ? [] : (priceOf(instance) ?? []),
  );
  return {
    priceMicroUsdPerHour: known.reduce((sum, price) => sum + price, 0),
    unpricedNodes: claims.length - known.length,
  };
}

interface ReplacementTerms {
  /** All launched NodeClaims of the cluster. */
  readonly claims: readonly NodeClaim[];
  readonly pools: Definitions['nodePools'];
  readonly schedule: BudgetSchedule;
  readonly now: Instant;
}

/** Each NodePool has its own budgets, so the slowest one counts. */
function replacementOf(
  drifting: readonly NodeClaim[],
  { claims, pools, schedule, now }: ReplacementTerms,
): ReplacementTime {
  const starts = claims.flatMap(({ requestedAt, initializedAt }) =>
    initializedAt === null ? [] : [initializedAt - requestedAt],
  );
  if (starts.length === 0) {
    return { kind: 'Unknown', reason: 'no node of the cluster has been initialized yet' };
  }
  const startMs = Math.max(1, Math.min(...starts));
  const nodesOf = countByPool(claims);
  const driftingOf = countByPool(drifting);
  let ms = 0;
  for (const { name, spec } of pools) {
    const count = driftingOf.get(name) ?? 0;
    if (count === 0) continue;
    const nodes = nodesOf.get(name) ?? 0;
    const time = replacementTime(
      { name, spec, nodes, drifting: count },
      { now, schedule, startMs },
    );
    if (time.kind === 'Unknown') return time;
    ms = Math.max(ms, time.ms);
  }
  return { kind: 'AtLeast', ms };
}

/** Returns the drift reason; the drift time does not matter here. */
const reasonOf = (claim: NodeClaim, definitions: Definitions): string | null =>
  driftOf(claim, { ...definitions, catalog: null }, claim.requestedAt)?.reason ?? null;

/** A node that drifts from both reports its NodePool, as Karpenter does. */
const reasonsByKind: Readonly<Record<ReadDefinition['kind'], readonly string[]>> = {
  NodePool: ['NodePoolDrifted', 'RequirementsDrifted'],
  EC2NodeClass: ['NodeClassDrift'],
};

/** Returns the names of the definitions that the NodeClaim is compared with. */
function definitionsOf(
  { nodePool }: NodeClaim,
  { nodePools }: Definitions,
): Readonly<Record<ReadDefinition['kind'], string | null>> {
  const pool = nodePools.find(({ name }) => name === nodePool);
  return {
    NodePool: nodePool,
    EC2NodeClass: pool?.spec.template.spec.nodeClassRef.name ?? null,
  };
}

function withSaved(
  { nodePools, nodeClasses }: Definitions,
  saved: readonly ReadDefinition[],
): Definitions {
  const savedPools = saved.filter((each) => each.kind === 'NodePool');
  const savedClasses = saved.filter((each) => each.kind === 'EC2NodeClass');
  return {
    nodePools: [...nodePools.filter(isNotIn(savedPools)), ...savedPools],
    nodeClasses: [...nodeClasses.filter(isNotIn(savedClasses)), ...savedClasses],
  };
}

const isNotIn =
  (others: readonly { readonly name: string }[]) =>
  ({ name }: { readonly name: string }): boolean =>
    others.every((other) => other.name !== name);

function countByPool(claims: readonly NodeClaim[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { nodePool } of claims) counts.set(nodePool, (counts.get(nodePool) ?? 0) + 1);
  return counts;
}
