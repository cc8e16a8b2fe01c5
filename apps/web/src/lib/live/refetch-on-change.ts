import type { Query, QueryClient, QueryMeta } from '@tanstack/react-query';
import type { ChangesSubscription } from '../../gql/graphql.js';

export type Change = Pick<ChangesSubscription['changes'], 'topic' | 'clusterId' | 'id'>;

export interface ChangeRefetcher {
  readonly add: (change: Change) => void;
  readonly stop: () => void;
}

/** Change notices are collected for this time. */
const batchMs = 1_000;
/** Minimum time between refetches of a query. */
const minRefetchIntervalMs = 5_000;

/** Refetches queries whose data changed: within a second, and at most every {@link minRefetchIntervalMs}. */
export function refetchOnChange(client: QueryClient): ChangeRefetcher {
  const queries = new ChangedQueries(client);
  let notices = new Map<string, Change>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    timer = undefined;
    queries.addAffected([...notices.values()]);
    notices = new Map();
    queries.refetchDue(Date.now());
    if (queries.hasWaiting) timer = setTimeout(tick, batchMs);
  };
  return {
    add: (change) => {
      notices.set(`${change.topic} ${change.clusterId} ${change.id}`, change);
      timer ??= setTimeout(tick, batchMs);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

/** Queries with changed data that are not refetched yet. */
class ChangedQueries {
  readonly #client: QueryClient;
  #waiting = new Set<Query>();
  /** Time of the last refetch after a change. */
  readonly #refetchedAt = new WeakMap<Query, number>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  addAffected(notices: readonly Change[]): void {
    const affected = this.#client
      .getQueryCache()
      .findAll({ predicate: ({ meta }) => isAffected(meta ?? {}, notices) });
    for (const query of affected) this.#waiting.add(query);
  }

  refetchDue(now: number): void {
    const due = new Set([...this.#waiting].filter((query) => this.#isDue(query, now)));
    for (const query of due) {
      this.#waiting.delete(query);
      if (query.isActive()) this.#refetchedAt.set(query, now);
    }
    void this.#client.invalidateQueries({ predicate: (query) => due.has(query) });
  }

  /** Inactive queries are only invalidated. A fetch in progress may have missed the change. */
  #isDue(query: Query, now: number): boolean {
    if (!query.isActive()) return true;
    const refetchedAt = this.#refetchedAt.get(query) ?? Number.NEGATIVE_INFINITY;
    return query.state.fetchStatus !== 'fetching' && now - refetchedAt >= minRefetchIntervalMs;
  }
}

/** Whether the data of a query with this `meta` changed. */
export function isAffected(
  { topics = [], clusterId, ids }: QueryMeta,
  notices: readonly Change[],
): boolean {
  return notices.some((notice) => {
    // Notices were lost: anything may have changed.
    if (notice.topic === 'UNKNOWN') return topics.length > 0;
    const isOfCluster =
      clusterId === undefined || notice.clusterId === null || notice.clusterId === clusterId;
    const shownId = ids?.[notice.topic];
    const isOfObject = shownId === undefined || notice.id === null || notice.id === shownId;
    return topics.includes(notice.topic) && isOfCluster && isOfObject;
  });
}
