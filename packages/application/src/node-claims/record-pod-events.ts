import type { ClusterId } from '@kerf/core';
import type { PodMovedEvent } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';

/**
 * Records when pods came to nodes and left them. It counts for disruption, the cost report and statuses, which
 * depend on `consolidateAfter`, and not for the brakes: the store leaves it out of the records' revision.
 */
export async function recordPodEvents(
  { store, memory }: Pick<Ports, 'store' | 'memory'>,
  clusterId: ClusterId,
  moves: readonly PodMovedEvent[],
): Promise<void> {
  await store.nodeClaims.touchPodEvents(clusterId, moves);
  memory.podEvents.note(clusterId);
}
