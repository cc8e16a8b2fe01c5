import type { DurationMs } from '@kerf/core';
import { accessOfToken, accessOfUser } from '../access/access-of.js';
import type { ApiToken, Principal, User } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Secrets } from '../ports/secrets.js';
import type { Repositories } from '../ports/store.js';
import { type AccessSource, auditRefusal, auditWrite } from '../recording/audit.js';

/** The ports that signing in needs. */
export type SignInPorts = Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Secrets };

/** Lifetime of a session of a browser. */
export const sessionTtlMs: DurationMs = 7 * 24 * 3_600_000;
/** Lifetime of a one-time sign-in link. */
export const signInLinkTtlMs: DurationMs = 15 * 60_000;
/** How long a browser counts as known. */
export const deviceTtlMs: DurationMs = 90 * 24 * 3_600_000;

/** The secrets for the browser's cookies after a sign-in. */
export interface SignedIn {
  readonly sessionSecret: string;
  /** Identifies this browser as known later; it grants no access. */
  readonly deviceSecret: string;
  /** Lifetime of the session. */
  readonly ttlMs: DurationMs;
}

/**
 * Signs a user in by name and password.
 * @returns `null` if the user name or the password is incorrect
 */
export async function signInWithPassword(
  ports: SignInPorts,
  input: { readonly name: string; readonly password: string },
  source: AccessSource,
): Promise<SignedIn | null> {
  const found = await ports.store.identity.findUserByName(input.name);
  const hash = found?.passwordHash ?? null;
  // An unknown name takes as long as a wrong password.
  const isRight = await ports.secrets.checkPassword(input.password, hash ?? '');
  if (found !== null && hash !== null && isRight && found.user.disabledAt === null) {
    return openSession(ports, found.user, { method: 'password', ...source });
  }
  // An unknown name may be a password typed into the wrong field, so it is not recorded.
  const { id, name } = found?.user ?? { id: '', name: 'unknown' };
  await refuseSignIn(ports, { kind: 'User', id, name }, 'password', source);
  return null;
}

/**
 * Signs a user in by a one-time link and marks the link as used.
 * @returns `null` when the link is unknown, used or expired; {@link auditLinkRefusal} records that
 */
export async function signInWithLink(
  ports: SignInPorts,
  secret: string,
  source: AccessSource,
): Promise<SignedIn | null> {
  const { identity } = ports.store;
  const userId = await identity.takeSignInLink(ports.secrets.digest(secret), ports.clock.now());
  const user = userId === null ? null : await identity.findUser(userId);
  if (user !== null && user.disabledAt === null)
    return openSession(ports, user, { method: 'link', ...source });
  return null;
}

/** Records in the audit log that a link was not accepted. Anybody can cause that, so callers limit how often. */
export function auditLinkRefusal(ports: SignInPorts, source: AccessSource): Promise<void> {
  return refuseSignIn(ports, { kind: 'User', id: '', name: 'unknown' }, 'link', source);
}

/** How a user has signed in. */
export interface SessionStart extends AccessSource {
  readonly method: string;
  /** Lifetime of the session; {@link sessionTtlMs} if absent. */
  readonly ttlMs?: DurationMs;
}

/** Opens a session; `alsoWrite` writes what belongs to it in the same transaction. */
export async function openSession(
  ports: SignInPorts,
  { id: userId, name }: User,
  { method, address, requestId, ttlMs = sessionTtlMs }: SessionStart,
  alsoWrite?: (tx: Repositories, session: { id: string; secret: string }) => Promise<void>,
): Promise<SignedIn> {
  const { clock, ids, secrets, store } = ports;
  const sessionSecret = secrets.create('kerf_session');
  const deviceSecret = secrets.create('kerf_device');
  const now = clock.now();
  await store.transaction(async (tx) => {
    const id = ids.next('ses');
    await tx.identity.touchSignIn(userId, now);
    await tx.identity.insertSession({
      id,
      digest: secrets.digest(sessionSecret),
      userId,
      createdAt: now,
      expiresAt: now + ttlMs,
      address,
    });
    await alsoWrite?.(tx, { id, secret: sessionSecret });
    const device = { digest: secrets.digest(deviceSecret), userId, expiresAt: now + deviceTtlMs };
    await tx.identity.insertDevice(device, now);
    const user = { kind: 'User', id: userId, name } as const;
    await auditWrite(ports, tx, user, {
      action: 'session.sign-in',
      object: user,
      after: { method, address },
      requestId,
    });
  });
  return { sessionSecret, deviceSecret, ttlMs };
}

function refuseSignIn(
  ports: SignInPorts,
  object: { readonly kind: 'User'; readonly id: string; readonly name: string },
  method: 'password' | 'link',
  source: AccessSource,
): Promise<void> {
  const refusal = { action: 'session.sign-in', object, actor: null, after: { method } };
  return auditRefusal(ports, ports.store, refusal, source);
}

/** Returns the user who has signed in before in the browser with this cookie; `null` if nobody has. */
export async function userOfDevice(
  { store, secrets, clock }: SignInPorts,
  deviceSecret: string,
): Promise<User | null> {
  const device = await store.identity.findDevice(secrets.digest(deviceSecret), clock.now());
  return device === null ? null : store.identity.findUser(device.userId);
}

/** Ends a session. A session that has already ended is no error. */
export async function signOut(
  ports: SignInPorts,
  secret: string,
  source: AccessSource,
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const userId = await tx.identity.removeSession(ports.secrets.digest(secret));
    const user = userId === null ? null : await tx.identity.findUser(userId);
    if (user === null) return;
    const principal = { kind: 'User', id: user.id, name: user.name } as const;
    await auditWrite(ports, tx, principal, {
      action: 'session.sign-out',
      object: principal,
      after: { address: source.address },
      requestId: source.requestId,
    });
  });
}

/** Returns the principal of a session's cookie; `null` when the session is unknown or has ended. */
export async function principalOfSession(
  ports: SignInPorts,
  secret: string,
): Promise<Principal | null> {
  const { identity } = ports.store;
  const session = await identity.findSession(ports.secrets.digest(secret), ports.clock.now());
  const user = session === null ? null : await identity.findUser(session.userId);
  if (session === null || user === null) return null;
  const principal = await principalOfUser(ports.store, user);
  return principal === null ? null : { ...principal, sessionId: session.id };
}

/** Returns the principal of a user with what they may do now; `null` when they are disabled. */
export async function principalOfUser(
  store: Pick<Repositories, 'access'>,
  user: User,
): Promise<Extract<Principal, { readonly kind: 'User' }> | null> {
  if (user.disabledAt !== null) return null;
  const { id, name } = user;
  return { kind: 'User', id, name, ...(await accessOfUser(store, user)) };
}

/** The result of checking a token's secret. */
export type TokenUse =
  | { readonly kind: 'Accepted'; readonly principal: Principal }
  | { readonly kind: 'Ended'; readonly token: ApiToken; readonly why: 'revoked' | 'expired' }
  | { readonly kind: 'Unknown' };

/** Token use is recorded at most once a minute, so that reads do not all become writes. */
const touchEveryMs: DurationMs = 60_000;

/** Returns the principal of a token, or why the token is not accepted. */
export async function useToken(ports: SignInPorts, secret: string): Promise<TokenUse> {
  const now = ports.clock.now();
  const token = await ports.store.identity.findTokenByDigest(ports.secrets.digest(secret), now);
  if (token === null) return { kind: 'Unknown' };
  if (token.revokedAt !== null) return { kind: 'Ended', token, why: 'revoked' };
  if (token.expiresAt <= now) return { kind: 'Ended', token, why: 'expired' };
  if (token.lastUsedAt === null || now - token.lastUsedAt > touchEveryMs) {
    await ports.store.identity.touchToken(token.id, now);
  }
  const { id, name } = token;
  const access = await accessOfToken(ports.store, token);
  return { kind: 'Accepted', principal: { kind: 'ApiToken', id, name, ...access } };
}

/** Records in the audit log that an expired or revoked token was used. */
export function auditEndedToken(
  ports: SignInPorts,
  { token, why }: { readonly token: ApiToken; readonly why: string },
  source: AccessSource,
): Promise<void> {
  const object = { kind: 'ApiToken', id: token.id, name: token.name } as const;
  const refusal = { action: 'api-token.use', object, actor: object, after: { why } };
  return auditRefusal(ports, ports.store, refusal, source);
}
