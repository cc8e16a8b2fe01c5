import type { ClusterId } from '@kerf/core';
import { CatalogMemory } from './catalog-memory.js';
import { EvictionBackOff } from './eviction-back-off.js';
import { LastPlans } from './last-plans.js';
import { Nominations } from './nominations.js';
import { PodEvents } from './pod-events.js';
import { PublishedStatuses } from './published-statuses.js';

/**
 * A worker's memory of its clusters between two passes. A worker that is killed, or gives a cluster up,
 * loses all of it; each owner says why it may.
 */
export class ClusterMemory {
  readonly evictions = new EvictionBackOff();
  readonly nominations = new Nominations();
  readonly podEvents = new PodEvents();
  readonly catalog = new CatalogMemory();
  readonly plans = new LastPlans();
  readonly published = new PublishedStatuses();

  /** Forgets everything about a cluster. */
  forget(clusterId: ClusterId): void {
    const { evictions, nominations, podEvents, catalog, plans, published } = this;
    for (const owner of [evictions, nominations, podEvents, catalog, plans, published])
      owner.forget(clusterId);
  }
}
