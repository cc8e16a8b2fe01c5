import type { Timers } from './timers.js';

/** From a real instant on, the company's day goes at one speed. */
export interface DaySpan {
  /** Real instant. */
  readonly since: number;
  /** How far the company's life was then, in its own milliseconds. */
  readonly lifeMs: number;
  /** Its milliseconds per real one; 0 while it stands still. */
  readonly speed: number;
}

/**
 * The time by which the company lives: its days of much and little load, and the drift of prices.
 * It may run faster than the machines (a day in minutes, while an instance still takes seconds to
 * boot), change its speed and stand still. What it said of an instant, it says for ever.
 */
export class DayClock {
  readonly #spans: DaySpan[];
  readonly #timers: Pick<Timers, 'now'>;

  /** @param spans kept in the world's state, oldest first, never empty */
  constructor(spans: DaySpan[], timers: Pick<Timers, 'now'>) {
    this.#spans = spans;
    this.#timers = timers;
  }

  /** 0 while it stands still. */
  get speed(): number {
    return this.#spanAt(this.#timers.now()).speed;
  }

  /** How far the company's life is, in its milliseconds. */
  now(): number {
    return this.at(this.#timers.now());
  }

  /** How far it was at a real instant; 0 before it began. */
  at(instant: number): number {
    const span = this.#spanAt(instant);
    return span.lifeMs + Math.max(0, instant - span.since) * span.speed;
  }

  /**
   * The first real instant at which it was so far; for what is still to come, at today's speed
   * (Infinity while it stands still).
   */
  instantOf(lifeMs: number): number {
    const reached = this.#spans.findIndex((span) => span.lifeMs >= lifeMs);
    const span = this.#spans[reached === -1 ? this.#spans.length - 1 : Math.max(0, reached - 1)];
    if (span === undefined || lifeMs <= span.lifeMs) return span?.since ?? 0;
    return span.since + (lifeMs - span.lifeMs) / span.speed;
  }

  setSpeed(speed: number): void {
    if (speed !== this.speed) {
      this.#spans.push({ since: this.#timers.now(), lifeMs: this.now(), speed });
    }
  }

  pause(): void {
    this.setSpeed(0);
  }

  /** At the speed it had before it stood still. */
  resume(): void {
    const running = this.#spans.findLast(({ speed }) => speed > 0);
    if (running !== undefined) this.setSpeed(running.speed);
  }

  #spanAt(instant: number): DaySpan {
    const first = this.#spans[0] ?? { since: instant, lifeMs: 0, speed: 0 };
    return this.#spans.findLast(({ since }) => since <= instant) ?? first;
  }
}
