import type { Clock } from '@kerf/application';
import {
  type DurationMs,
  hasErrorCode,
  type Instant,
  isAppError,
  toRecord,
  toRecords,
  toTextOrNull,
} from '@kerf/core';
import { backOffMs, pause } from '../connect/back-off.js';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { parseJson } from '../connect/read-body.js';
import {
  describeRequest,
  isExpired,
  isOverdue,
  toSentence,
  toStatusError,
  toUnexpectedAnswerError,
  toUnreachableError,
} from '../errors.js';
import type { PermittedRequest } from '../request-permission.js';
import { chunksOf } from './chunks-of.js';
import { lineBatches } from './line-batches.js';
import { listPages, PageSize } from './list-pages.js';
import { collectionPath, groupPath, type Resource, selectionOf } from './resources.js';
import type { SessionTiming } from './timing.js';

/** Receives the objects of a watcher. Methods must not throw, whatever the objects are. */
export interface ResourceSink {
  /** Starts a whole list: objects that are not put before {@link endList} are deleted. */
  beginList(): void;
  endList(): void;
  /** Called when the cluster no longer serves this kind: its objects are unknown, not deleted. */
  forget(): void;
  /** @param clockAheadMs see {@link ClusterConnection.clockAheadMs} */
  put(object: unknown, clockAheadMs?: DurationMs): void;
  remove(object: unknown): void;
}

export interface WatchHealth {
  readonly resource: Resource;
  /**
   * `Absent`: the cluster does not serve this kind. `Denied`: it does, but Kerf may not read it.
   */
  readonly phase: 'Listing' | 'Watching' | 'Absent' | 'Denied';
  /** Time of the server's last response or event for this kind; `null` before the first one. */
  readonly lastEventAt: Instant | null;
  /** Time since which there is neither a page nor a watch; `null` while there is a watch. */
  readonly brokenSinceAt: Instant | null;
  /**
   * Time since which watches have been opened but have not delivered their end, because they are
   * silent or too slow; the kind is listed repeatedly instead. `null` otherwise.
   */
  readonly silentSinceAt: Instant | null;
  /** The last failure; `null` if there is none. */
  readonly problem: string | null;
  /** The error behind {@link problem}. */
  readonly cause: unknown;
}

export interface ResourceWatcherOptions {
  readonly connection: ClusterConnection;
  readonly resource: Resource;
  readonly sink: ResourceSink;
  readonly clock: Clock;
  readonly timing: SessionTiming;
  /** Maximum number of objects in a list. */
  readonly maxObjects: number;
  /** Called when {@link WatchHealth} changes, except for `lastEventAt` alone. */
  readonly onChange: () => void;
  /**
   * Called when a kind becomes available that the cluster did not serve, or allow to read, before.
   */
  readonly onAppeared?: () => void;
}

/** A watch that ends sooner is reopened after a pause; without an event, with back-off. */
const soonMs: DurationMs = 1_000;

/** Longer pauses that a server requests are shortened, because the kind is unknown meanwhile. */
const longestRequestedPauseMs: DurationMs = 30_000;

/**
 * Number of attempts, about two seconds, after which a kind that was never read counts as denied.
 */
const deniedAttempts = 4;

/**
 * Keeps a sink in sync with all objects of one kind: lists, watches from there, and retries
 * failures.
 */
export class ResourceWatcher {
  readonly #options: ResourceWatcherOptions;
  readonly #pageSize = new PageSize();

  #phase: WatchHealth['phase'] = 'Listing';
  #lastEventAt: Instant | null = null;
  #brokenSinceAt: Instant | null = null;
  #silentSinceAt: Instant | null = null;
  /** True when the last watch delivered events but not its end in time: others may be late too. */
  #isLate = false;
  #problem: string | null = null;
  #cause: unknown = null;
  /** The resource version to watch from; `null` when a list is needed. */
  #position: string | null = null;
  /**
   * Consecutive cycles without an event; 1 after an event, and 0 after a watch that was long enough.
   */
  #failures = 0;
  /** The pause that the server requested with its last failure; 0 if it requested none. */
  #requestedPauseMs: DurationMs = 0;
  /** Aborted to end the current pause. */
  #awake = new AbortController();
  /** Until this time, a kind that is rarely checked for is checked as often as any other. */
  #expectedUntil: Instant = 0;

  constructor(options: ResourceWatcherOptions) {
    this.#options = options;
  }

  health(): WatchHealth {
    return {
      resource: this.#options.resource,
      phase: this.#phase,
      lastEventAt: this.#lastEventAt,
      brokenSinceAt: this.#brokenSinceAt,
      silentSinceAt: this.#silentSinceAt,
      problem: this.#problem,
      cause: this.#cause,
    };
  }

  /** @returns when the signal aborts */
  async run(signal: AbortSignal): Promise<void> {
    this.#brokenSinceAt = this.#options.clock.now();
    while (!signal.aborted) {
      this.#failures += 1;
      this.#requestedPauseMs = 0;
      // A watch from an old position is open before its events arrive.
      if (this.#isOld()) this.#position = null;
      try {
        this.#position ??= await this.#list(signal);
        await this.#watch(this.#position, signal);
      } catch (error) {
        if (signal.aborted) return;
        await this.#fail(error);
      }
      await this.#rest(signal);
    }
  }

  /**
   * Checks for a missing kind now, and more often for a while, because other CRDs were installed.
   */
  expect(): void {
    if (!this.#isSettled()) return;
    const { clock, timing } = this.#options;
    this.#expectedUntil = clock.now() + timing.extraAbsentMs;
    this.#awake.abort();
  }

  async #rest(signal: AbortSignal): Promise<void> {
    this.#awake = new AbortController();
    await pause(this.#pauseMs(), AbortSignal.any([signal, this.#awake.signal]));
  }

  async #list(signal: AbortSignal): Promise<string> {
    const { connection, resource, sink, timing, maxObjects } = this.#options;
    const size = this.#pageSize;
    if (this.#phase === 'Watching') this.#phase = 'Listing';
    let position = '';
    sink.beginList();
    const pages = { pageMs: timing.pageMs, size, maxObjects, signal };
    for await (const page of listPages(connection, resource, pages)) {
      this.#sign();
      // A long list is healthy as long as pages arrive.
      this.#brokenSinceAt = this.#lastEventAt;
      await this.#putAll(page.items, signal);
      position = page.resourceVersion;
    }
    sink.endList();
    return position;
  }

  async #watch(position: string, signal: AbortSignal): Promise<void> {
    const { connection, resource, clock, timing } = this.#options;
    const body = await connection.stream({
      method: 'GET',
      path: collectionPath(resource),
      query: { ...selectionOf(resource), ...watchQuery(position, timing.watchMs) },
      pauseWithinMs: timing.silenceMs,
      wholeWithinMs: timing.silenceMs,
      signal,
    });
    this.#opened();
    const limits = connection.limitsOf({ ...this.#request, signal });
    const openedAt = clock.now();
    let hasDelivered = false;
    try {
      for await (const lines of lineBatches(body, limits)) {
        this.#sign();
        hasDelivered = true;
        if (!this.#isLate) this.#silentSinceAt = null;
        for (const some of chunksOf(lines, linesPerTurn)) {
          await connection.pace.run(() => this.#takeAll(some), signal);
        }
      }
      this.#silentSinceAt = null;
      this.#isLate = false;
    } catch (cause) {
      if (isOverdue(cause)) {
        this.#notWatched(openedAt);
        this.#isLate = hasDelivered;
      }
      throw toUnreachableError(this.#doing, cause);
    } finally {
      this.#brokenSinceAt = clock.now();
      if (this.#brokenSinceAt - openedAt >= soonMs) this.#failures = 0;
    }
  }

  /** Puts the items of a page with other work in between: a whole page would block the process. */
  async #putAll(items: readonly unknown[], signal: AbortSignal): Promise<void> {
    const { connection, sink } = this.#options;
    const clockAheadMs = connection.clockAheadMs ?? 0;
    for (const some of chunksOf(items, itemsPerTurn)) {
      await connection.pace.run(() => {
        for (const item of some) sink.put(item, clockAheadMs);
      }, signal);
    }
  }

  #takeAll(lines: readonly string[]): void {
    for (const line of lines) this.#take(line);
  }

  #take(line: string): void {
    const event = toRecord(parseJson(line, this.#doing));
    const object = toRecord(event['object']);
    switch (event['type']) {
      case 'ADDED':
      case 'MODIFIED':
        this.#options.sink.put(object, this.#options.connection.clockAheadMs ?? 0);
        break;
      case 'DELETED':
        this.#options.sink.remove(object);
        break;
      case 'BOOKMARK':
        break;
      case 'ERROR':
        // After any error event the position of the watch is uncertain; client-go lists again as
        // well.
        this.#position = null;
        throw toStatusError(this.#request, object);
      default:
        throw toUnexpectedAnswerError(this.#doing, 'a line of the watch is not an event');
    }
    this.#failures = 1;
    this.#position =
      toTextOrNull(toRecord(object['metadata'])['resourceVersion']) ?? this.#position;
  }

  /** A server ends its watches: without an end, events may be missing, so a list is needed. */
  #notWatched(openedAt: Instant): void {
    this.#position = null;
    this.#silentSinceAt ??= openedAt;
  }

  #isOld(): boolean {
    const { clock, timing } = this.#options;
    return clock.now() - (this.#lastEventAt ?? clock.now()) > timing.staleAfterMs;
  }

  #sign(): void {
    this.#lastEventAt = this.#options.clock.now();
  }

  #opened(): void {
    const { onChange, onAppeared } = this.#options;
    const hasAppeared = this.#isSettled();
    this.#sign();
    this.#phase = 'Watching';
    this.#brokenSinceAt = null;
    this.#problem = null;
    this.#cause = null;
    onChange();
    if (hasAppeared) onAppeared?.();
  }

  async #fail(error: unknown): Promise<void> {
    const { clock, onChange } = this.#options;
    this.#brokenSinceAt ??= clock.now();
    if (isAppError(error) && error.retry.kind === 'after') this.#requestedPauseMs = error.retry.ms;
    const without = await this.#isWithout(error);
    if (isExpired(error)) {
      this.#position = null;
    } else if (without !== null && this.#isBelieved(error)) {
      this.#settleWithout(without);
    } else {
      this.#problem = toSentence(error);
      this.#cause = error;
    }
    onChange();
  }

  /** Returns why the kind is unavailable to Kerf, if the failure indicates that; else `null`. */
  async #isWithout(error: unknown): Promise<'Absent' | 'Denied' | null> {
    const { resource, connection } = this.#options;
    if (resource.optional && hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return 'Absent';
    if (!resource.deniable || !hasErrorCode(error, 'CLUSTER.FORBIDDEN')) return null;
    // Without permission, the server refuses the request before it checks whether the kind exists.
    try {
      return (await isServed(connection, resource)) ? 'Denied' : 'Absent';
    } catch {
      return 'Denied';
    }
  }

  /**
   * Whether to accept that the kind is unavailable. A kind that was available counts as gone only
   * after the server has denied it for a while, because the consequences are large, and a proxy or
   * an API server that has just started may respond in the same way.
   */
  #isBelieved(error: unknown): boolean {
    const { clock, timing } = this.#options;
    if (this.#isSettled()) return true;
    // A server that has just started denies everything for about a second.
    if (this.#lastEventAt === null) {
      return !hasErrorCode(error, 'CLUSTER.FORBIDDEN') || this.#failures >= deniedAttempts;
    }
    return clock.now() - (this.#brokenSinceAt ?? clock.now()) >= timing.goneAfterMs;
  }

  #isSettled(): boolean {
    return this.#phase === 'Absent' || this.#phase === 'Denied';
  }

  #settleWithout(phase: 'Absent' | 'Denied'): void {
    this.#options.sink.forget();
    this.#phase = phase;
    this.#position = null;
    this.#brokenSinceAt = null;
    this.#silentSinceAt = null;
    this.#problem = null;
    this.#cause = null;
    this.#failures = 0;
    this.#sign();
  }

  #pauseMs(): DurationMs {
    const { clock, resource, timing } = this.#options;
    const { absentMs, extraAbsentMs, firstPauseMs, lastPauseMs } = timing;
    if (this.#isSettled() && this.#brokenSinceAt === null) {
      const isRare = resource.deniable && clock.now() >= this.#expectedUntil;
      return isRare ? extraAbsentMs : absentMs;
    }
    if (this.#failures === 0) return 0;
    const requestedMs = Math.min(this.#requestedPauseMs, longestRequestedPauseMs);
    return Math.max(requestedMs, backOffMs(this.#failures, firstPauseMs, lastPauseMs));
  }

  get #request(): PermittedRequest {
    return { method: 'WATCH', path: collectionPath(this.#options.resource) };
  }

  get #doing(): string {
    return describeRequest(this.#request);
  }
}

/**
 * Uses a random 75 % to 100 % of the duration, so that the watches of many kinds are spread out.
 */
function watchQuery(resourceVersion: string, watchMs: DurationMs): Record<string, string> {
  const seconds = (watchMs / 1000) * (0.75 + Math.random() / 4);
  return {
    watch: '1',
    allowWatchBookmarks: 'true',
    resourceVersion,
    timeoutSeconds: String(Math.max(1, Math.round(seconds))),
  };
}

/** Whether the server serves the kind; discovery needs no special permission. */
async function isServed(connection: ClusterConnection, resource: Resource): Promise<boolean> {
  const { group, version, plural } = resource;
  try {
    const discovery = await connection.json({ method: 'GET', path: groupPath(group, version) });
    return toRecords(toRecord(discovery)['resources']).some(({ name }) => name === plural);
  } catch (error) {
    if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return false;
    throw error;
  }
}

/** Putting this many pods takes a few milliseconds. */
const itemsPerTurn = 50;
const linesPerTurn = 25;
