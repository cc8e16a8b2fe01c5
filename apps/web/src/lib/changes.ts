import type { QueryClient } from '@tanstack/react-query';
import type { ChangesSubscription, ChangeTopic } from '../gql/graphql.js';

export type Change = ChangesSubscription['changes'];

/** Notices that came since the last flush, folded to what a query needs to know. */
export type ChangeBatch = ReadonlyMap<ChangeTopic, ReadonlySet<string | null>>;

export interface ChangeCollector {
  readonly add: (change: Pick<Change, 'topic' | 'clusterId'>) => void;
  readonly stop: () => void;
}

/** Hands over at most one batch per `windowMs`; the first notice opens the window. */
export function collectChanges(
  windowMs: number,
  onBatch: (batch: ChangeBatch) => void,
): ChangeCollector {
  let batch = new Map<ChangeTopic, Set<string | null>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const full = batch;
    batch = new Map();
    onBatch(full);
  };
  return {
    add: ({ topic, clusterId }) => {
      const clusters = batch.get(topic) ?? new Set<string | null>();
      batch.set(topic, clusters.add(clusterId));
      timer ??= setTimeout(flush, windowMs);
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

/** Whether a query with these topics shows something that changed. */
export function isTouched(
  meta: { readonly topics?: readonly ChangeTopic[]; readonly clusterId?: string | undefined },
  batch: ChangeBatch,
): boolean {
  return (meta.topics ?? []).some((topic) => {
    const clusters = batch.get(topic);
    if (clusters === undefined) return false;
    return meta.clusterId === undefined || clusters.has(meta.clusterId) || clusters.has(null);
  });
}

/** Has every page that shows one of the changed things read it again. */
export async function invalidateTouched(client: QueryClient, batch: ChangeBatch): Promise<void> {
  // A read that is under way is not started over: under constant change it would never end.
  await client.invalidateQueries(
    { predicate: (query) => isTouched(query.meta ?? {}, batch) },
    { cancelRefetch: false },
  );
}
