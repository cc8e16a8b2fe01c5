import {
  compareText,
  type DurationMs,
  type Instant,
  InvariantViolation,
  isAppError,
} from '@kerf/core';
import type { User } from '../domain/identity/principal.js';
import {
  nameCandidates,
  type ProviderClaims,
  type ProviderPolicy,
  type ProviderSignInRefusal,
  policyRefusal,
} from '../domain/identity/provider-claims.js';
import type { EndedProviderSession } from '../ports/sign-in-repository.js';
import type { Repositories } from '../ports/store.js';
import { type AccessSource, auditRefusal, auditWrite } from '../recording/audit.js';
import { openSession, type SignedIn, type SignInPorts } from './sign-in.js';

/** A verified answer of the identity provider. */
export interface ProviderSignInInput {
  readonly claims: ProviderClaims;
  readonly idToken: string;
  readonly policy: ProviderPolicy;
  readonly sessionTtlMs: DurationMs;
}

/** The result of a sign-in at the identity provider. */
export type ProviderSignInOutcome =
  | { readonly kind: 'SignedIn'; readonly signedIn: SignedIn }
  | { readonly kind: 'Refused'; readonly why: ProviderSignInRefusal };

/**
 * Signs in a person whom the identity provider has authenticated. At the first sign-in a user is created;
 * a local user of the same name or e-mail address is never taken over. The user's groups become those of
 * the provider.
 */
export async function signInWithProvider(
  ports: SignInPorts,
  input: ProviderSignInInput,
  source: AccessSource,
): Promise<ProviderSignInOutcome> {
  const { claims, policy } = input;
  const refusal = policyRefusal(claims, policy);
  if (refusal !== null) return refuse(ports, { claims, why: refusal }, source);
  const user = await againAfterConflict(() =>
    ports.store.transaction((tx) => bringUpToDate(ports, tx, input, source)),
  );
  if (user.disabledAt !== null)
    return refuse(ports, { claims, why: 'user-disabled', user }, source);
  const signedIn = await openSession(
    ports,
    user,
    { method: 'provider', ttlMs: input.sessionTtlMs, ...source },
    (tx, session) =>
      tx.signIn.insertProviderSession({
        sessionId: session.id,
        issuer: claims.issuer,
        subject: claims.subject,
        providerSessionId: claims.providerSessionId,
        sealedIdToken: ports.secrets.seal(session.secret, input.idToken),
      }),
  );
  return { kind: 'SignedIn', signedIn };
}

/** Two first sign-ins of one person at the same time: the second finds the user of the first. */
async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.code !== 'STATE.CONFLICT') throw error;
    return work();
  }
}

async function bringUpToDate(
  ports: SignInPorts,
  tx: Repositories,
  input: ProviderSignInInput,
  source: AccessSource,
): Promise<User> {
  const userId = await tx.signIn.findExternalIdentity(input.claims);
  const known = userId === null ? null : await tx.identity.findUser(userId);
  const user = known ?? (await createLinkedUser(ports, tx, input, source));
  return user.disabledAt === null ? updateGroups(ports, tx, { user, input, source }) : user;
}

async function createLinkedUser(
  ports: SignInPorts,
  tx: Repositories,
  { claims, policy }: ProviderSignInInput,
  { requestId }: AccessSource,
): Promise<User> {
  const now = ports.clock.now();
  const id = ports.ids.next('usr');
  const user: User = {
    id,
    name: await freeName(tx, claims, policy),
    hasPassword: false,
    createdAt: now,
    groups: [],
    disabledAt: null,
    lastSignInAt: null,
  };
  await tx.identity.insertUser(user, null);
  const { issuer, subject } = claims;
  await tx.signIn.linkExternalIdentity({ issuer, subject, userId: id, linkedAt: now });
  const object = { kind: 'User', id, name: user.name } as const;
  await auditWrite(ports, tx, object, {
    action: 'user.create',
    object,
    after: { issuer, subject },
    requestId,
  });
  return user;
}

async function freeName(
  tx: Repositories,
  claims: ProviderClaims,
  policy: ProviderPolicy,
): Promise<string> {
  for (const name of nameCandidates(claims, policy)) {
    if ((await tx.identity.findUserByName(name)) === null) return name;
  }
  throw new InvariantViolation('names of users have no end');
}

interface GroupUpdate {
  readonly user: User;
  readonly input: ProviderSignInInput;
  readonly source: AccessSource;
}

/** Without a groups claim the user has no groups: old ones may give rights that were taken away. */
async function updateGroups(
  ports: SignInPorts,
  tx: Repositories,
  { user, input, source }: GroupUpdate,
): Promise<User> {
  const groups = [...new Set(input.claims.groups ?? [])].sort(compareText);
  const isSame =
    groups.length === user.groups.length &&
    groups.every((group, index) => group === user.groups[index]);
  if (isSame) return user;
  await tx.identity.setGroups(user.id, groups);
  const object = { kind: 'User', id: user.id, name: user.name } as const;
  await auditWrite(ports, tx, object, {
    action: 'user.update-groups',
    object,
    before: { groups: user.groups },
    after: { groups, isClaimAbsent: input.claims.groups === null },
    requestId: source.requestId,
  });
  return { ...user, groups };
}

interface Refused {
  readonly claims: ProviderClaims;
  readonly why: ProviderSignInRefusal;
  readonly user?: User;
}

async function refuse(
  ports: SignInPorts,
  { claims, why, user }: Refused,
  source: AccessSource,
): Promise<ProviderSignInOutcome> {
  const object = {
    kind: 'User',
    id: user?.id ?? '',
    name: user?.name ?? claims.email ?? claims.subject,
  } as const;
  await auditProviderRefusal(ports, { object, why }, source);
  return { kind: 'Refused', why };
}

/** Records a sign-in that failed at the provider or after it. */
export function auditProviderRefusal(
  ports: SignInPorts,
  { object, why }: { readonly object?: ProviderSignInObject; readonly why: string },
  source: AccessSource,
): Promise<void> {
  const refusal = {
    action: 'session.sign-in',
    object: object ?? { kind: 'User', id: '', name: 'unknown' },
    actor: null,
    after: { method: 'provider', why },
  };
  return auditRefusal(ports, ports.store, refusal, source);
}

/** Whom a refused sign-in was about. */
export interface ProviderSignInObject {
  readonly kind: 'User';
  readonly id: string;
  readonly name: string;
}

/**
 * Ends the sessions that the identity provider names in a logout token.
 * @returns false when the token was used before
 */
export async function endProviderSessions(
  ports: SignInPorts,
  input: EndedProviderSession & { readonly digest: string; readonly expiresAt: Instant },
  { address, requestId }: AccessSource,
): Promise<boolean> {
  return ports.store.transaction(async (tx) => {
    if (!(await tx.signIn.takeLogoutToken(input, ports.clock.now()))) return false;
    for (const userId of await tx.signIn.endProviderSessions(input)) {
      const user = await tx.identity.findUser(userId);
      if (user === null) continue;
      const object = { kind: 'User', id: user.id, name: user.name } as const;
      const actor = { ...object, name: `${user.name} (identity provider)` };
      await auditWrite(ports, tx, actor, {
        action: 'session.sign-out',
        object,
        after: { method: 'provider', address },
        requestId,
      });
    }
    return true;
  });
}

/** Returns the ID token of a session that a sign-in at the provider started; `null` for other sessions. */
export async function idTokenOf(ports: SignInPorts, sessionSecret: string): Promise<string | null> {
  const { secrets, store, clock } = ports;
  const session = await store.signIn.findProviderSession(
    secrets.digest(sessionSecret),
    clock.now(),
  );
  return session === null ? null : secrets.open(sessionSecret, session.sealedIdToken);
}
