import type { ClusterEventRecorder, NotedEvent } from '@kerf/application';
import type { ClusterId } from '@kerf/core';

/** Records every event. */
export class FakeEvents implements ClusterEventRecorder {
  readonly recorded: NotedEvent[] = [];

  record(_clusterId: ClusterId, events: readonly NotedEvent[]): void {
    this.recorded.push(...events);
  }

  /** Returns `reason Kind/name` of each event once, in the order of their first occurrence. */
  get reasons(): readonly string[] {
    return [...new Set(this.recorded.map(({ reason, about }) => `${reason} ${about.kind}`))];
  }
}
