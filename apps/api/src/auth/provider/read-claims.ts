import type { ProviderClaims } from '@kerf/application';
import { isRecord, type JsonObject } from '@kerf/core';
import { ProviderRefusal } from './provider-problem.js';

const maxGroups = 1_000;
const maxGroupLength = 256;
/** Source: OpenID Connect Core 1.0, section 2; `sub` has at most 255 characters. */
const maxSubjectLength = 255;

/**
 * Reads the claims of a verified ID token.
 * @param groupsClaim the name of a claim, or a dotted path
 * @throws ProviderRefusal
 */
export function readClaims(
  claims: JsonObject,
  groupsClaim: string,
): Omit<ProviderClaims, 'groups'> & { readonly groups: readonly string[] | null } {
  const { iss, sub, sid } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub.length > maxSubjectLength) {
    throw new ProviderRefusal('invalid-answer', 'The ID token has no usable iss and sub.');
  }
  return {
    issuer: iss,
    subject: sub,
    providerSessionId: typeof sid === 'string' ? sid : null,
    email: textOf(claims['email']),
    isEmailVerified: claims['email_verified'] === true,
    names: [claims['preferred_username'], claims['name']].flatMap((name) => textOf(name) ?? []),
    groups: readGroups(claims, groupsClaim),
  };
}

/**
 * Returns the groups; `null` when the claim is absent.
 * @throws ProviderRefusal when the provider left the groups out because there are too many
 */
export function readGroups(claims: JsonObject, groupsClaim: string): readonly string[] | null {
  const value = claims[groupsClaim] ?? memberAt(claims, groupsClaim);
  if (value === undefined || value === null) {
    if (hasOverage(claims, groupsClaim)) throw overage();
    return null;
  }
  const groups = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(groups)) {
    throw new ProviderRefusal('invalid-answer', `The claim ${groupsClaim} is no list of groups.`);
  }
  if (groups.length > maxGroups) throw overage();
  const names = groups.filter((group) => typeof group === 'string');
  return names.filter((name) => name !== '' && name.length <= maxGroupLength);
}

/** Entra ID sends these instead of more than 200 groups. */
function hasOverage(claims: JsonObject, groupsClaim: string): boolean {
  const elsewhere = claims['_claim_names'];
  return claims['hasgroups'] === true || (isRecord(elsewhere) && groupsClaim in elsewhere);
}

function overage(): ProviderRefusal {
  const message =
    'The provider left out the groups because there are too many. Assign the groups that Kerf needs to its application, and send only those.';
  return new ProviderRefusal('groups-overage', message);
}

const memberAt = (claims: JsonObject, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), claims);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
