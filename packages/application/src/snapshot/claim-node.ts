import { annotationKeys } from '@kerf/core';
import { isEphemeralTaint, type Taint } from '@kerf/engine';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { CachedNode } from '../ports/cluster-cache.js';

/** Returns the node of a NodeClaim's instance, by provider ID; `undefined` until it has joined. */
export function nodeOf(claim: NodeClaim, nodes: readonly CachedNode[]): CachedNode | undefined {
  const providerId = claim.instance?.providerId;
  return providerId === undefined
    ? undefined
    : nodes.find((node) => node.providerId === providerId);
}

/**
 * Returns a search like {@link nodeOf} for many NodeClaims, in constant time each. It finds the first
 * of several nodes with one provider ID.
 */
export function nodeFinder(
  nodes: readonly CachedNode[],
): (claim: NodeClaim) => CachedNode | undefined {
  const byProviderId = new Map(nodes.toReversed().map((node) => [node.providerId, node]));
  return ({ instance }) => (instance === null ? undefined : byProviderId.get(instance.providerId));
}

/** Returns a search for the NodeClaims of nodes, by provider ID, in constant time each. */
export function claimFinder(
  claims: readonly NodeClaim[],
): (node: Pick<CachedNode, 'providerId'>) => NodeClaim | undefined {
  const byProviderId = new Map(
    claims.flatMap((claim) =>
      claim.instance === null ? [] : [[claim.instance.providerId, claim] as const],
    ),
  );
  return ({ providerId }) => (providerId === null ? undefined : byProviderId.get(providerId));
}

/** A condition that a registered node lacks before pods may count on it. */
export type InitializationNeed =
  | { readonly kind: 'Ready' }
  /** A startup taint or an ephemeral taint is still there. */
  | { readonly kind: 'Taint'; readonly key: string }
  /** The node does not offer a resource that its NodeClaim was launched for. */
  | { readonly kind: 'Resource'; readonly resource: string }
  /** A driver has not published the devices that pods claim. */
  | { readonly kind: 'Devices'; readonly driver: string };

/**
 * Returns true when the node is Ready, has no startup taint and no ephemeral taint, and offers
 * every resource and the devices of every driver that its NodeClaim was launched for.
 */
export const isInitialized = (node: CachedNode, claim: NodeClaim): boolean =>
  initializationNeeds(node, claim).length === 0;

/**
 * Returns why a node is not initialized; empty if it is.
 * Source: karpenter nodeclaim/lifecycle/initialization.go @v1.14.1.
 */
export function initializationNeeds(
  node: CachedNode,
  { plan }: NodeClaim,
): readonly InitializationNeed[] {
  const isStartupTaint = (taint: Taint): boolean =>
    plan.startupTaints.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const needs: InitializationNeed[] = [];
  if (!node.isReady) needs.push({ kind: 'Ready' });
  for (const taint of node.taints) {
    // A node that is not Ready has its taints, too.
    const isNamed = isStartupTaint(taint) || (node.isReady && isEphemeralTaint(taint));
    if (isNamed) needs.push({ kind: 'Taint', key: taint.key });
  }
  for (const [resource, amount] of Object.entries(plan.requests)) {
    if (amount !== 0 && !((node.allocatable[resource] ?? 0) > 0)) {
      needs.push({ kind: 'Resource', resource });
    }
  }
  const published = new Set(node.devices?.devices.map(({ driver }) => driver));
  for (const driver of requestedDrivers(plan)) {
    if (!published.has(driver)) needs.push({ kind: 'Devices', driver });
  }
  return needs;
}

/** Returns the drivers whose devices the pods of a NodeClaim claim. */
export function requestedDrivers({
  annotations,
}: Pick<NodeClaim['plan'], 'annotations'>): readonly string[] {
  const drivers = annotations[annotationKeys.draDrivers] ?? '';
  return drivers.split(',').flatMap((driver) => (driver === '' ? [] : [driver.trim()]));
}
