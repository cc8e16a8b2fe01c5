import { timingSafeEqual } from 'node:crypto';
import type { CallerIdentity, TokenVerifier } from '../../../world/cluster-directory.js';
import { failure } from '../../api/status.js';

/** An authenticated or anonymous user. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

export const everything = 'system:masters';
const authenticated = 'system:authenticated';
const unauthenticated = 'system:unauthenticated';

const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };

/** An EKS access entry: maps an IAM principal to a Kubernetes user. */
export interface AccessEntry {
  /** A role or user, e.g. `arn:aws:iam::111122223333:role/kerf`. */
  readonly principalArn: string;
  /** Default: the caller's ARN. */
  readonly userName?: string;
  readonly groups: readonly string[];
}

/** A static token, for kubeconfigs. */
export interface StaticToken {
  readonly token: string;
  readonly user: User;
}

export interface AuthenticatorOptions {
  readonly clusterName: string;
  readonly staticTokens: readonly StaticToken[];
  readonly accessEntries: readonly AccessEntry[];
  readonly tokens: TokenVerifier;
}

const eksTokenPrefix = 'k8s-aws-v1.';

/**
 * Returns the user of a request; without a token, the anonymous user.
 * @throws StatusError 401 for an invalid token
 */
export function authenticate(
  authorization: string | undefined,
  options: AuthenticatorOptions,
): User {
  if (authorization === undefined || authorization === '') return anonymous;
  const [, token] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw unauthorized();
  const known = options.staticTokens.find((candidate) => isSame(candidate.token, token));
  const user = known?.user ?? userOfEksToken(token, options);
  if (user === null) throw unauthorized();
  return { ...user, groups: [...user.groups, authenticated] };
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function userOfEksToken(token: string, options: AuthenticatorOptions): User | null {
  if (!token.startsWith(eksTokenPrefix)) return null;
  const caller = options.tokens.verify(token, options.clusterName);
  if (caller === null) return null;
  const entry = options.accessEntries.find(({ principalArn }) => isPrincipal(caller, principalArn));
  return entry === undefined ? null : { name: entry.userName ?? caller.arn, groups: entry.groups };
}

function isPrincipal({ arn, roleArn }: CallerIdentity, principalArn: string): boolean {
  return principalArn === (roleArn ?? arn);
}

function unauthorized(): Error {
  return failure({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}
