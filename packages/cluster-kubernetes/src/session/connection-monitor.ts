import type { Clock, ConnectionChange } from '@kerf/application';
import { AppError, type ClusterId, type Instant } from '@kerf/core';
import type { WatchHealth } from '../watch/resource-watcher.js';
import type { SessionTiming } from '../watch/timing.js';

export interface ConnectionMonitorOptions {
  readonly clusterId: ClusterId;
  readonly clock: Clock;
  readonly timing: SessionTiming;
  readonly health: () => readonly WatchHealth[];
  readonly onChange: (change: ConnectionChange) => void;
}

/** Evaluates from the health of all watches whether the cluster cache is synced. */
export class ConnectionMonitor {
  readonly #options: ConnectionMonitorOptions;

  #state: 'Starting' | ConnectionChange['kind'] = 'Starting';
  #syncedBefore = false;

  constructor(options: ConnectionMonitorOptions) {
    this.#options = options;
  }

  get isSynced(): boolean {
    return this.#state === 'Synced';
  }

  /** Whether all kinds have been listed at least once. */
  get hasSynced(): boolean {
    return this.#syncedBefore;
  }

  /** Reports a change of the connection, if any. */
  evaluate(): void {
    const { clock, timing, health, onChange } = this.#options;
    const at = clock.now();
    const watches = health();
    const broken = watches.filter(
      ({ brokenSinceAt }) => brokenSinceAt !== null && at - brokenSinceAt >= timing.lostAfterMs,
    );
    if (broken.length > 0 && this.#state !== 'Lost') {
      this.#state = 'Lost';
      onChange({ kind: 'Lost', problem: describeBroken(broken), at });
    } else if (this.#state !== 'Synced' && watches.every(isComplete)) {
      this.#state = 'Synced';
      this.#syncedBefore = true;
      onChange({ kind: 'Synced', at });
    }
  }

  /**
   * Returns the time up to which all kinds are known: the oldest of their last events.
   * @throws CLUSTER.NOT_SYNCED while a kind is being listed, or if that time is too long ago
   */
  requireFresh(): Instant {
    const { clock, timing, health } = this.#options;
    const watches = health().filter(isRead);
    const listing = watches.filter(({ phase }) => phase === 'Listing');
    if (listing.length > 0) throw this.#notSynced(`${namesOf(listing)} not listed yet`, listing);
    const asOf = this.asOf();
    const ageMs = clock.now() - asOf;
    if (ageMs > timing.staleAfterMs) {
      const silent = watches.filter(({ lastEventAt: lastSignAt }) => lastSignAt === asOf);
      throw this.#notSynced(
        `no watch events of ${namesOf(silent)} for ${Math.round(ageMs / 1000)} s`,
        silent,
      );
    }
    return asOf;
  }

  /** As {@link requireFresh}, regardless of age; 0 before the first event. */
  asOf(): Instant {
    const read = this.#options.health().filter(isRead);
    return Math.min(...read.map(({ lastEventAt: lastSignAt }) => lastSignAt ?? 0));
  }

  #notSynced(what: string, watches: readonly WatchHealth[]): AppError {
    const broken = watches.find((watch) => watch.problem !== null);
    const problem = broken?.problem ?? null;
    return new AppError({
      code: 'CLUSTER.NOT_SYNCED',
      message: `The cache of cluster ${this.#options.clusterId} is not in sync: ${what}${problem === null ? '' : ` (${problem})`}`,
      retry: { kind: 'backoff' },
      cause: broken?.cause,
    });
  }
}

/** False for kinds that the cluster does not have, or does not allow Kerf to read. */
function isRead({ phase }: WatchHealth): boolean {
  return phase !== 'Absent' && phase !== 'Denied';
}

function isComplete({ phase, brokenSinceAt }: WatchHealth): boolean {
  return phase !== 'Listing' && brokenSinceAt === null;
}

function describeBroken(broken: readonly WatchHealth[]): string {
  const problem = broken.find((watch) => watch.problem !== null)?.problem ?? 'no response';
  return `cannot watch ${namesOf(broken)}: ${problem}`;
}

/** Lists up to three kinds by name and counts the rest. */
function namesOf(watches: readonly WatchHealth[]): string {
  const names = watches.map(({ resource }) => resource.plural);
  const more = names.length - 3;
  return more > 0 ? `${names.slice(0, 3).join(', ')} and ${more} more` : names.join(', ');
}
