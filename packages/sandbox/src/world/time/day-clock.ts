import type { Timers } from './timers.js';

/** A period in which the simulated day has one speed. */
export interface DaySpan {
  /** Start of the period in real time. */
  readonly since: number;
  /** Time of the simulated day at the start, in ms since its beginning. */
  readonly lifeMs: number;
  /** Speed, times real time; 0 if paused. */
  readonly speed: number;
}

/**
 * The clock of the simulated day, which load and Spot prices follow. It may run faster than
 * machines (a day in minutes, while an instance takes seconds to boot), change its speed and pause.
 * Past times never change.
 */
export class DayClock {
  readonly #spans: DaySpan[];
  readonly #timers: Pick<Timers, 'now'>;

  /** @param spans stored in the world's state, oldest first, never empty */
  constructor(spans: DaySpan[], timers: Pick<Timers, 'now'>) {
    this.#spans = spans;
    this.#timers = timers;
  }

  /** Current speed; 0 while paused. */
  get speed(): number {
    return this.#spanAt(this.#timers.now()).speed;
  }

  /** Returns the current time of the simulated day, in ms since its beginning. */
  now(): number {
    return this.at(this.#timers.now());
  }

  /** Returns the time at a real instant; 0 before the beginning. */
  at(instant: number): number {
    const span = this.#spanAt(instant);
    return span.lifeMs + Math.max(0, instant - span.since) * span.speed;
  }

  /**
   * Returns the first real instant with this time; for the future, at the current speed (Infinity
   * while paused).
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

  /** Resumes at the speed before the pause. */
  resume(): void {
    const running = this.#spans.findLast(({ speed }) => speed > 0);
    if (running !== undefined) this.setSpeed(running.speed);
  }

  #spanAt(instant: number): DaySpan {
    const first = this.#spans[0] ?? { since: instant, lifeMs: 0, speed: 0 };
    return this.#spans.findLast(({ since }) => since <= instant) ?? first;
  }
}
