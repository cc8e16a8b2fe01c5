import { seededRandom } from './random/seeded-random.js';
import type { Timers } from './time/timers.js';

/** A fault of calls to the simulated AWS, active until it is removed. */
export interface FaultRule {
  readonly id: string;
  /** An absent field matches all. `service` and `operation` as in `ec2`, `CreateFleet`. */
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Ratio of the matching calls that the fault applies to. */
  readonly ratio: number;
  /** Remaining number of affected calls; `null` is unlimited. */
  readonly remaining: number | null;
  /** Number of matching calls so far; it seeds the choice of affected calls. */
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
  /** The call is executed after a delay in real milliseconds. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The call gets no response; the client has to time out. */
  | { readonly kind: 'hang' }
  /**
   * Calls beyond a token bucket are refused with the service's throttling error. The bucket has
   * `burst` tokens (default: those of a second) and gets `perSecond` new ones. As EC2 throttles its
   * API:
   * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html
   */
  | { readonly kind: 'throttle'; readonly perSecond: number; readonly burst?: number };

type Throttle = Extract<FaultEffect, { kind: 'throttle' }>;

export interface NewFault {
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Default 1. */
  readonly ratio?: number;
  /** Default: unlimited. */
  readonly times?: number;
}

/** The effect of a fault on one call. */
export type AppliedFault =
  | Exclude<FaultEffect, { kind: 'throttle' }>
  | { readonly kind: 'throttled' };

export class Faults {
  readonly #rules: Map<string, FaultRule>;
  readonly #seed: number;
  readonly #timers: Timers;

  /** State of a throttling rule's bucket at its last use. */
  readonly #buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  constructor(rules: Map<string, FaultRule>, seed: number, timers: Timers) {
    this.#rules = rules;
    this.#seed = seed;
    this.#timers = timers;
  }

  /** @returns the rule's id, for {@link remove} */
  add(fault: NewFault): string {
    const highest = Math.max(0, ...[...this.#rules.keys()].map(Number));
    const id = String(highest + 1);
    const { match, effect, ratio = 1, times = null } = fault;
    this.#rules.set(id, { id, match, effect, ratio, remaining: times, seen: 0 });
    return id;
  }

  remove(id: string): void {
    this.#rules.delete(id);
    this.#buckets.delete(id);
  }

  clear(): void {
    this.#rules.clear();
    this.#buckets.clear();
  }

  list(): readonly FaultRule[] {
    return [...this.#rules.values()];
  }

  /** Returns the faults that apply to a call, in the order of the rules. */
  applyTo(call: Required<FaultMatch>): readonly AppliedFault[] {
    return [...this.#rules.values()]
      .filter(({ match }) => matches(match, call))
      .flatMap((rule) => this.#applyRule(rule));
  }

  #applyRule(rule: FaultRule): readonly AppliedFault[] {
    const isApplied = seededRandom(this.#seed, 'fault', rule.id, rule.seen) < rule.ratio;
    const remaining = rule.remaining !== null && isApplied ? rule.remaining - 1 : rule.remaining;
    if (remaining === 0) this.remove(rule.id);
    else this.#rules.set(rule.id, { ...rule, seen: rule.seen + 1, remaining });
    if (!isApplied) return [];
    if (rule.effect.kind !== 'throttle') return [rule.effect];
    return this.#takeToken(rule.id, rule.effect) ? [] : [{ kind: 'throttled' }];
  }

  /** @returns true if a token was available */
  #takeToken(id: string, { perSecond, burst = perSecond }: Throttle): boolean {
    const now = this.#timers.now();
    const before = this.#buckets.get(id) ?? { tokens: burst, at: now };
    const refilled = Math.min(burst, before.tokens + ((now - before.at) / 1000) * perSecond);
    const isEnough = refilled >= 1;
    this.#buckets.set(id, { tokens: isEnough ? refilled - 1 : refilled, at: now });
    return isEnough;
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
