import { staleAfterMs } from '../../ui/as-of.js';
import { RelativeTime, useNow } from '../../ui/relative-time.js';

export interface SyncLagProps {
  /** Milliseconds since 1970. */
  readonly syncedAt: number;
}

/** How old what is known is, once that matters: a quiet cluster gives a sign of life every 20 s. */
export function SyncLag({ syncedAt }: SyncLagProps) {
  const isStale = useNow((now) => now - syncedAt > staleAfterMs);
  return (
    isStale && (
      <>
        , <RelativeTime at={syncedAt} form="age" /> behind
      </>
    )
  );
}
