import type { DurationMs, Instant } from './units.js';

/** Number of answers that an offset is computed from: a single wrong `Date` changes nothing. */
const answersKept = 5;
/** Smaller differences are ignored: they are as large as delays of the network. */
const leastMs: DurationMs = 30_000;
/** A known offset changes only by more than this, so that times that are computed with it are stable. */
const stepMs: DurationMs = 10_000;

/** An answer of a server, with the times at which the request was sent and the answer arrived. */
export interface DatedAnswer {
  /** The header `Date`, if any. */
  readonly date: unknown;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
}

/** The clock of a server, measured by the header `Date` of its answers. */
export class RemoteClock {
  readonly #measured: DurationMs[] = [];
  #aheadMs: DurationMs | null = null;

  /** Takes an answer into account; ignores one without a valid date. */
  record({ date, sentAt, receivedAt }: DatedAnswer): void {
    const shown = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(shown)) return;
    // The header has whole seconds, and was written between the request and the arrival.
    const least = shown - receivedAt;
    const most = shown + 999 - sentAt;
    this.#measured.push(least > 0 ? least : Math.min(most, 0));
    if (this.#measured.length > answersKept) this.#measured.shift();
    const now = this.#measured.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
    const rounded = Math.abs(now) < leastMs ? 0 : now;
    if (this.#aheadMs === null || Math.abs(rounded - this.#aheadMs) > stepMs)
      this.#aheadMs = rounded;
  }

  /**
   * How far the server's clock is ahead of Kerf's, in milliseconds; negative if it is behind, 0 if
   * they differ by less than half a minute, `null` before the first answer.
   */
  get aheadMs(): DurationMs | null {
    return this.#aheadMs;
  }
}
