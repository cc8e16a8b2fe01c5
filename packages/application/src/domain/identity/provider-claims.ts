/** Claims of a verified ID token about a person. */
export interface ProviderClaims {
  readonly issuer: string;
  /** Identifies the person at the issuer, for ever. */
  readonly subject: string;
  /** The provider's session (`sid`). */
  readonly providerSessionId: string | null;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** Further names, best first. */
  readonly names: readonly string[];
  /** `null` when the provider sends no groups. */
  readonly groups: readonly string[] | null;
}

/** The people of the provider that may sign in. */
export interface ProviderPolicy {
  /** The provider's name on the sign-in page. */
  readonly providerName: string;
  /** E-mail domains; `null` accepts all. */
  readonly allowedDomains: readonly string[] | null;
  /** Groups, of which one is needed; `null` accepts all users. */
  readonly allowedGroups: readonly string[] | null;
}

/** Why a person whom the provider has authenticated may not sign in. */
export type ProviderSignInRefusal = 'foreign-domain' | 'not-in-allowed-group' | 'user-disabled';

/** Returns why the policy refuses a person, or `null`. Only verified e-mail addresses count. */
export function policyRefusal(
  { email, isEmailVerified, groups }: ProviderClaims,
  { allowedDomains, allowedGroups }: ProviderPolicy,
): ProviderSignInRefusal | null {
  if (allowedDomains !== null) {
    const domain = isEmailVerified ? domainOf(email) : null;
    if (!allowedDomains.some((allowed) => allowed.toLowerCase() === domain))
      return 'foreign-domain';
  }
  if (allowedGroups !== null && !(groups ?? []).some((group) => allowedGroups.includes(group))) {
    return 'not-in-allowed-group';
  }
  return null;
}

const domainOf = (email: string | null): string | null =>
  email === null ? null : email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const maxNameLength = 150;

/**
 * Yields names for a new user, best first and without end: the e-mail address, and the same with the
 * provider's name and a number while it is taken.
 */
export function* nameCandidates(
  { email, isEmailVerified, names, subject }: ProviderClaims,
  { providerName }: Pick<ProviderPolicy, 'providerName'>,
): Generator<string> {
  const usable = [isEmailVerified ? email : null, ...names, subject].map(toName);
  const base = usable.find((name) => name !== '') ?? 'user';
  yield base;
  yield `${base} (${providerName})`;
  for (let number = 2; ; number += 1) yield `${base} (${providerName} ${number})`;
}

/** Without control characters, which could make a name look like another one. */
const toName = (text: string | null): string =>
  (text ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
    .trim();
