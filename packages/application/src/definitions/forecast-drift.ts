import type { ClusterId } from '@kerf/core';
import { type Definitions, driftOf } from '../domain/node-claim/drift.js';
import type { NodeClaim, NodeClaimState } from '../domain/node-claim/node-claim.js';
import type { ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';

/** How many nodes saving a definition would make drift. */
export interface DriftForecast {
  /** Nodes launched from the definition that are not terminating. */
  readonly nodes: number;
  /** The number of these nodes that would drift and do not drift now. */
  readonly drifting: number;
}

const launchedStates: readonly NodeClaimState[] = ['Launched', 'Registered', 'Initialized'];

/**
 * Returns the drift that saving these definitions together would cause, with the same comparison
 * that the worker uses. Definitions that would cause no drift have no entry.
 */
export async function forecastDrift(
  { store }: Pick<Ports, 'store'>,
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
  return countDrift(claims, before, saved);
}

/** Returns a text of everything in a definition that may cause drift when it is saved. */
function identityOf(
  definition: Pick<ReadDefinition, 'kind' | 'name' | 'driftHash' | 'spec'>,
): string {
  const { kind, name, driftHash, spec } = definition;
  const requirements = 'template' in spec ? spec.template.spec.requirements : [];
  return JSON.stringify([kind, name, driftHash, requirements]);
}

/** Returns the drift forecast for NodeClaims that are already loaded. */
export function countDrift(
  claims: readonly NodeClaim[],
  before: Definitions,
  saved: readonly ReadDefinition[],
): ReadonlyMap<ReadDefinition, DriftForecast> {
  const after = withSaved(before, saved);
  const drifts = claims.map((claim) => ({
    users: definitionsOf(claim, after),
    reason:
      claim.drift === null && reasonOf(claim, before) === null ? reasonOf(claim, after) : null,
  }));
  const forecasts = saved.map((definition) => {
    const { kind, name } = definition;
    const own = drifts.filter(({ users }) => users[kind] === name);
    const { length: drifting } = own.filter(
      ({ reason }) => reason !== null && reasonsByKind[kind].includes(reason),
    );
    return [definition, { nodes: own.length, drifting }] as const;
  });
  return new Map(forecasts.filter(([, { drifting }]) => drifting > 0));
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
