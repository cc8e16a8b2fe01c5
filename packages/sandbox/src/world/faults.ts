import { noise } from './noise.js';
import type { Timers } from './timers.js';

/** Something that goes wrong with calls to the simulated AWS, until it is removed. */
export interface FaultRule {
  readonly id: string;
  /** An absent field matches all. `service` and `operation` as in `ec2`, `CreateFleet`. */
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Share of the matching calls that it strikes. */
  readonly ratio: number;
  /** Calls that it will still strike; `null` is without end. */
  readonly remaining: number | null;
  /** Matching calls so far; decides by chance which are struck. */
  readonly seen: number;
}

export interface FaultMatch {
  readonly service?: string;
  readonly operation?: string;
  readonly accountId?: string;
  readonly region?: string;
}

export type FaultEffect =
  | {
      readonly kind: 'error';
      readonly code: string;
      readonly message: string;
      readonly status: number;
    }
  /** The call goes through, later. Real milliseconds. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The answer never comes; the client has to give up. */
  | { readonly kind: 'hang' }
  /** More calls than this are refused in the service's own words. */
  | { readonly kind: 'throttle'; readonly perSecond: number };

export interface NewFault {
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Default 1. */
  readonly ratio?: number;
  /** Default without end. */
  readonly times?: number;
}

/** What strikes one call. */
export type FaultStrike =
  | Exclude<FaultEffect, { kind: 'throttle' }>
  | { readonly kind: 'throttled' };

export class Faults {
  /** Calls let through in the current second, by throttling rule. */
  readonly #windows = new Map<string, { readonly second: number; readonly calls: number }>();

  constructor(
    private readonly rules: Map<string, FaultRule>,
    private readonly seed: number,
    private readonly timers: Timers,
  ) {}

  /** @returns the rule's id, for {@link remove} */
  add(fault: NewFault): string {
    const highest = Math.max(0, ...[...this.rules.keys()].map(Number));
    const id = String(highest + 1);
    const { match, effect, ratio = 1, times = null } = fault;
    this.rules.set(id, { id, match, effect, ratio, remaining: times, seen: 0 });
    return id;
  }

  remove(id: string): void {
    this.rules.delete(id);
    this.#windows.delete(id);
  }

  clear(): void {
    this.rules.clear();
    this.#windows.clear();
  }

  list(): readonly FaultRule[] {
    return [...this.rules.values()];
  }

  /** What happens to a call, in the order in which the rules were added. */
  strike(call: Required<FaultMatch>): readonly FaultStrike[] {
    return [...this.rules.values()]
      .filter(({ match }) => matches(match, call))
      .flatMap((rule) => this.#apply(rule));
  }

  #apply(rule: FaultRule): readonly FaultStrike[] {
    const isStruck = noise(this.seed, 'fault', rule.id, rule.seen) < rule.ratio;
    const remaining = rule.remaining !== null && isStruck ? rule.remaining - 1 : rule.remaining;
    if (remaining === 0) this.remove(rule.id);
    else this.rules.set(rule.id, { ...rule, seen: rule.seen + 1, remaining });
    if (!isStruck) return [];
    if (rule.effect.kind !== 'throttle') return [rule.effect];
    return this.#isOverLimit(rule.id, rule.effect.perSecond) ? [{ kind: 'throttled' }] : [];
  }

  #isOverLimit(id: string, perSecond: number): boolean {
    const second = Math.floor(this.timers.now() / 1000);
    const window = this.#windows.get(id);
    const calls = window?.second === second ? window.calls : 0;
    if (calls >= perSecond) return true;
    this.#windows.set(id, { second, calls: calls + 1 });
    return false;
  }
}

function matches(match: FaultMatch, call: Required<FaultMatch>): boolean {
  return (
    (match.service ?? call.service) === call.service &&
    (match.operation ?? call.operation) === call.operation &&
    (match.accountId ?? call.accountId) === call.accountId &&
    (match.region ?? call.region) === call.region
  );
}
