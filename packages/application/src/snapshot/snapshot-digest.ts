import { getOrCreate } from '@kerf/core';
import type { ClusterSnapshot, Node } from '@kerf/engine';
import type { NodeClassDefinition, NodeClassResolution } from '../domain/definition/definition.js';
import type { Digest } from '../ports/digest.js';
import type { OfferingSources } from './instance-types-by-node-pool.js';

/**
 * Returns the inputs of a snapshot that do not come from the cluster. Instance types and prices are
 * represented by their sources.
 */
export function otherInputs(
  nodeClasses: readonly NodeClassDefinition[],
  offerings: OfferingSources,
): object {
  return {
    nodeClasses: nodeClasses.map(({ name, revision, resolution }) => [
      name,
      revision,
      resolution && resolutionInput(resolution),
    ]),
    catalog: [
      offerings.catalog.region,
      offerings.catalog.fetchedAt,
      offerings.catalog.onDemandPricesAt,
    ],
    capacity: [offerings.settings.vmMemoryOverheadRatio, offerings.settings.reservedEnis],
    spotPrices: offerings.spotPrices.map((price) => [
      price.instanceType,
      price.zone,
      price.priceMicroUsdPerHour,
    ]),
    unavailable: offerings.unavailable,
    reservedLaunches: offerings.reservedLaunches,
    zonalShifts: offerings.zonalShifts,
  };
}

/**
 * Selectors are resolved each minute, usually with the same result. The time matters only for the free
 * instances of reservations, from which later launches are subtracted.
 */
function resolutionInput(resolution: NodeClassResolution): object {
  const { capacityReservations = [] } = resolution;
  return capacityReservations.length > 0 ? resolution : { ...resolution, resolvedAt: null };
}

/** Digests of nodes; a node is not changed after it was built. */
const nodeDigests = new WeakMap<Node, string>();

/**
 * Yields the data that the digest covers: the digests of the nodes, one at a time, and everything
 * else. Pod specs are represented by their keys.
 */
export function* digestInput(
  digest: Pick<Digest, 'of'>,
  snapshot: ClusterSnapshot,
  rest: object,
): Generator {
  yield {
    ...snapshot,
    ...rest,
    now: null,
    instanceTypesByNodePool: null,
    catalogGapsByNodePool: null,
    nodes: null,
    pods: snapshot.pods.map((pod) => [pod.uid, pod.spec.key, pod.isUntried ?? false]),
  };
  for (const node of snapshot.nodes) {
    yield getOrCreate(nodeDigests, node, () => digest.of(nodeInput(node)));
  }
}

function nodeInput(node: Node): object {
  return {
    ...node,
    pods: node.pods.map((pod) => [
      pod.uid,
      pod.spec.key,
      pod.isReady,
      pod.isTerminal,
      pod.isTerminating,
      pod.doNotDisrupt,
      pod.deletionCost,
    ]),
  };
}
