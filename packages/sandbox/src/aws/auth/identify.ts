import { err, ok, type Result } from '@kerf/core';
import type { Role, User } from '../../world/iam/identity.js';
import type { World } from '../../world/world.js';
import type { HttpRequest, RefusalKind } from '../protocol/protocol.js';
import type { Caller } from './caller.js';
import { readSession } from './session.js';
import { isSignedWith, type SignatureClaim } from './signature.js';

/** The clock skew that AWS tolerates. */
const toleranceMs = 5 * 60_000;

interface Credentials {
  readonly secret: string;
  /** `null` for the credentials of a user, which do not expire. */
  readonly expiresAt: number | null;
  readonly caller: Caller;
}

/**
 * Returns the caller of a signed request.
 * @throws AwsError if the signature is wrong or expired
 */
export function identify(
  world: World,
  request: HttpRequest,
  claim: SignatureClaim,
  isSigned: typeof isSignedWith = isSignedWith,
): Result<Caller, RefusalKind> {
  const credentials = findCredentials(world, claim);
  if (credentials === null) return err('unknown-key');
  if (!isSigned(credentials.secret, request, claim)) return err('bad-signature');
  const now = world.timers.now();
  if (credentials.expiresAt !== null && credentials.expiresAt <= now) return err('expired-session');
  const lastsMs = claim.expiresInSeconds === null ? toleranceMs : claim.expiresInSeconds * 1000;
  if (now > claim.signedAt + lastsMs || now < claim.signedAt - toleranceMs) {
    return err('stale-request');
  }
  return ok(credentials.caller);
}

function findCredentials(world: World, claim: SignatureClaim): Credentials | null {
  if (claim.sessionToken === null) {
    const user = world.state.users.get(claim.accessKeyId);
    return user === undefined ? null : credentialsOfUser(user);
  }
  const session = readSession(world.state.seed, claim.sessionToken);
  if (session === null || session.accessKeyId !== claim.accessKeyId) return null;
  const role = world.state.roles.get(session.roleArn);
  if (role === undefined) return null;
  const caller = callerOfSession(role, session.name);
  return { secret: session.secretAccessKey, expiresAt: session.expiresAt, caller };
}

function credentialsOfUser(user: User): Credentials {
  const { accountId, arn, userId, allow, policy = null, secretAccessKey } = user;
  const caller = { accountId, arn, userId, roleArn: null, allow, policy };
  return { secret: secretAccessKey, expiresAt: null, caller };
}

/** Returns the caller of a session of an assumed role. */
export function callerOfSession(role: Role, sessionName: string): Caller {
  return {
    accountId: role.accountId,
    arn: `arn:aws:sts::${role.accountId}:assumed-role/${role.name}/${sessionName}`,
    userId: `${role.roleId}:${sessionName}`,
    roleArn: role.id,
    allow: role.allow,
    policy: role.policy ?? null,
  };
}
