import type { ClusterEventRecorder, NotedEvent } from '@kerf/application';
import type { ClusterId } from '@kerf/core';

/** Keeps every event that was to be written. */
export class FakeEvents implements ClusterEventRecorder {
  readonly recorded: NotedEvent[] = [];

  record(_clusterId: ClusterId, events: readonly NotedEvent[]): void {
    this.recorded.push(...events);
  }

  /** `reason Kind/name`, each once, in the order in which they came first. */
  get reasons(): readonly string[] {
    return [...new Set(this.recorded.map(({ reason, about }) => `${reason} ${about.kind}`))];
  }
}
