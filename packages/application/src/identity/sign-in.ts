import type { DurationMs, UserId } from '@kerf/core';
import type { Ports } from '../ports/ports.js';
import type { Principal, User } from './principal.js';

/** Makes and checks secrets; the machine's randomness and key derivation. */
export interface Secrets {
  /** A new secret that nobody can guess, with a prefix that says what it is. */
  create(prefix: 'kerf_session' | 'kerf_link' | 'kerf_token'): string;
  /** What is stored of a secret. */
  digest(secret: string): string;
  hashPassword(password: string): Promise<string>;
  checkPassword(password: string, hash: string): Promise<boolean>;
}

type SignInPorts = Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Secrets };

export const sessionTtlMs: DurationMs = 7 * 24 * 3_600_000;
export const signInLinkTtlMs: DurationMs = 15 * 60_000;

/** @returns the session's secret for the browser's cookie, or `null` when the password is wrong */
export async function signInWithPassword(
  ports: SignInPorts,
  input: { readonly name: string; readonly password: string },
): Promise<string | null> {
  const found = await ports.store.identity.findUserByName(input.name);
  const hash = found?.passwordHash ?? null;
  // An unknown name costs the same time as a wrong password.
  const isRight = await ports.secrets.checkPassword(input.password, hash ?? '');
  return found !== null && hash !== null && isRight ? openSession(ports, found.user.id) : null;
}

/** @returns the session's secret, or `null` when the link is unknown, used or too old */
export async function signInWithLink(ports: SignInPorts, secret: string): Promise<string | null> {
  const userId = await ports.store.identity.takeSignInLink(
    ports.secrets.digest(secret),
    ports.clock.now(),
  );
  return userId === null ? null : openSession(ports, userId);
}

async function openSession(ports: SignInPorts, userId: UserId): Promise<string> {
  const secret = ports.secrets.create('kerf_session');
  const now = ports.clock.now();
  await ports.store.identity.insertSession({
    id: ports.ids.next('ses'),
    digest: ports.secrets.digest(secret),
    userId,
    createdAt: now,
    expiresAt: now + sessionTtlMs,
  });
  return secret;
}

export async function signOut(ports: SignInPorts, secret: string): Promise<void> {
  await ports.store.identity.removeSession(ports.secrets.digest(secret));
}

/** Makes a one-time link's secret for a user, who is created when there is none of that name. */
export async function createSignInLink(ports: SignInPorts, userName: string): Promise<string> {
  const user = await ensureUser(ports, userName);
  const secret = ports.secrets.create('kerf_link');
  await ports.store.identity.insertSignInLink({
    digest: ports.secrets.digest(secret),
    userId: user.id,
    expiresAt: ports.clock.now() + signInLinkTtlMs,
  });
  return secret;
}

export async function ensureUser(ports: SignInPorts, name: string): Promise<User> {
  const found = await ports.store.identity.findUserByName(name);
  if (found !== null) return found.user;
  const user: User = {
    id: ports.ids.next('usr'),
    name,
    hasPassword: false,
    createdAt: ports.clock.now(),
  };
  await ports.store.identity.insertUser(user, null);
  return user;
}

/** Who a session's cookie stands for; `null` when it is unknown or over. */
export async function principalOfSession(
  ports: SignInPorts,
  secret: string,
): Promise<Principal | null> {
  const { identity } = ports.store;
  const session = await identity.findSession(ports.secrets.digest(secret), ports.clock.now());
  const user = session === null ? null : await identity.findUser(session.userId);
  return user === null ? null : { kind: 'User', id: user.id, name: user.name, scope: 'write' };
}

/** Uses are noted at most once a minute, so that reads do not all become writes. */
const touchEveryMs: DurationMs = 60_000;

/** Who a token stands for; `null` when it is unknown, revoked or expired. */
export async function principalOfToken(
  ports: SignInPorts,
  secret: string,
): Promise<Principal | null> {
  const now = ports.clock.now();
  const token = await ports.store.identity.findTokenByDigest(ports.secrets.digest(secret));
  if (token === null || token.revokedAt !== null || token.expiresAt <= now) return null;
  if (token.lastUsedAt === null || now - token.lastUsedAt > touchEveryMs) {
    await ports.store.identity.touchToken(token.id, now);
  }
  return { kind: 'ApiToken', id: token.id, name: token.name, scope: token.scope };
}
