import { type Instant, isRecord, type JsonObject, type TrustRuleId } from '@kerf/core';
import type { BindingScope } from './role.js';

/** How a claim is compared. */
export const claimOperators = ['Equals', 'Glob'] as const;
/** One of {@link claimOperators}. */
export type ClaimOperator = (typeof claimOperators)[number];

/** A condition on a claim of a workload's token. */
export interface ClaimCondition {
  /** Name of the claim; `/` reads a member, e.g. `kubernetes.io/namespace`. */
  readonly claim: string;
  readonly operator: ClaimOperator;
  /** For `Glob`, `*` stands for any text. */
  readonly value: string;
}

/** A rule that lets workloads exchange a token of their identity provider for a Kerf token. */
export interface TrustRule {
  readonly id: TrustRuleId;
  readonly name: string;
  /** The `iss` claim, exactly. */
  readonly issuer: string;
  /** The `aud` claim must contain it. */
  readonly audience: string;
  /** All must hold. */
  readonly conditions: readonly ClaimCondition[];
  /** A built-in role's name or a custom role's ID. */
  readonly role: string;
  readonly scope: BindingScope;
  /** Lifetime of the Kerf token, at most an hour. */
  readonly lifetimeSeconds: number;
  readonly createdAt: Instant;
  readonly createdBy: string;
  /**
   * The maker, for a token the user behind it; limits the tokens of the rule. `null` for rules from
   * before it was recorded.
   */
  readonly creatorId: string | null;
  readonly version: number;
}

/** Returns whether a workload's verified claims meet a rule's audience and conditions. */
export function trusts({ audience, conditions }: TrustRule, claims: JsonObject): boolean {
  const audiences = valuesOf(claims['aud']);
  if (!audiences.includes(audience)) return false;
  return conditions.every(({ claim, operator, value }) =>
    valuesOf(claimAt(claims, claim)).some((actual) =>
      operator === 'Equals' ? actual === value : matchesGlob(actual, value),
    ),
  );
}

function claimAt(claims: JsonObject, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('/')
    .reduce<unknown>(
      (value, member) =>
        isRecord(value) && Object.hasOwn(value, member) ? value[member] : undefined,
      claims,
    );
}

/** A list holds if one of its values does. */
function valuesOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [String(each)] : [],
  );
}

/** Returns whether a text matches a pattern in which `*` stands for any text, also none. */
export function matchesGlob(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
