import { seededRandom } from './random/seeded-random.js';
import type { Timers } from './time/timers.js';

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
  /**
   * More calls than a bucket of tokens has are refused in the service's own words. It holds `burst`
   * tokens (default: a second's worth) and gets `perSecond` anew. As EC2 limits its API:
   * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html
   */
  | { readonly kind: 'throttle'; readonly perSecond: number; readonly burst?: number };

type Throttle = Extract<FaultEffect, { kind: 'throttle' }>;

export interface NewFault {
  readonly match: FaultMatch;
  readonly effect: FaultEffect;
  /** Default 1. */
  readonly ratio?: number;
  /** Default without end. */
  readonly times?: number;
}

/** What strikes one call. */
export type AppliedFault =
  | Exclude<FaultEffect, { kind: 'throttle' }>
  | { readonly kind: 'throttled' };

export class Faults {
  readonly #rules: Map<string, FaultRule>;
  readonly #seed: number;
  readonly #timers: Timers;

  /** What was left in the bucket of a throttling rule when it was last looked into. */
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

  /** What happens to a call, in the order in which the rules were added. */
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

  /** @returns whether there was a token to take */
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
