import type { Instant, UserId } from '@kerf/core';
import type { DeviceAuthorizationRepository } from './device-authorization-repository.js';
import type { TrustRuleRepository } from './trust-rule-repository.js';

/** Repositories for the sign-in of people and programs. */
export interface SignInRepositories {
  readonly signIn: SignInRepository;
  readonly devices: DeviceAuthorizationRepository;
  readonly trustRules: TrustRuleRepository;
}

/** People of identity providers, and the sessions that sign-ins there started. */
export interface SignInRepository {
  findExternalIdentity(key: ExternalIdentityKey): Promise<UserId | null>;
  /** Returns all people of identity providers, in the order in which they were linked. */
  externalIdentities(): Promise<readonly ExternalIdentity[]>;
  /** Whether a user signs in at an identity provider. */
  isOfProvider(userId: UserId): Promise<boolean>;
  /** @throws STATE.CONFLICT when the person is linked already */
  linkExternalIdentity(link: ExternalIdentity): Promise<void>;

  insertProviderSession(session: ProviderSession): Promise<void>;
  /** Returns the provider's part of a session that has not expired, by the digest of its secret. */
  findProviderSession(digest: string, now: Instant): Promise<ProviderSession | null>;
  /**
   * Ends the sessions that the provider names: by its own session ID if it has one, else all of a person.
   * @returns the IDs of their users, each once
   */
  endProviderSessions(ended: EndedProviderSession): Promise<readonly UserId[]>;
  /**
   * Records that a logout token is used, and forgets expired ones.
   * @returns false when it was used before
   */
  takeLogoutToken(
    token: { readonly digest: string; readonly expiresAt: Instant },
    now: Instant,
  ): Promise<boolean>;
}

/** A person at an identity provider: the `iss` and `sub` claims. */
export interface ExternalIdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

/** A person of an identity provider, and the user as whom they sign in. */
export interface ExternalIdentity extends ExternalIdentityKey {
  readonly userId: UserId;
  readonly linkedAt: Instant;
}

/** The part of a sign-in at an identity provider that Kerf keeps, for as long as the session. */
export interface ProviderSession extends ExternalIdentityKey {
  readonly sessionId: string;
  /** The `sid` claim. */
  readonly providerSessionId: string | null;
  /** The ID token, encrypted with a key that only the session's secret gives. */
  readonly sealedIdToken: string;
}

/** The sessions that an identity provider ends. */
export interface EndedProviderSession {
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSessionId: string | null;
}
