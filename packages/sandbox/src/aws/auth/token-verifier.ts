import { BoundedMap } from '@kerf/core';
import type { CallerIdentity, TokenVerifier } from '../../world/cluster-directory.js';
import type { World } from '../../world/world.js';
import type { HttpRequest } from '../protocol/protocol.js';
import { identify } from './identify.js';
import { isSignedWith, readClaim } from './signature.js';

const prefix = 'k8s-aws-v1.';
const stsHost = /^sts\.([a-z0-9-]+\.)?amazonaws\.com$/;
const clusterHeader = 'x-k8s-aws-id';
/** How long EKS accepts a token, whatever expiry its URL states (usually a minute). */
const lifeSeconds = 15 * 60;

/**
 * Verifies EKS bearer tokens, which are presigned GetCallerIdentity URLs in base64url. EKS calls
 * the URL; the sandbox checks the signature directly. Each request of a client has its token, so
 * the secrets that tokens were found to be signed with are remembered.
 */
export function createTokenVerifier(world: World): TokenVerifier {
  const secretByToken = new BoundedMap<string, string>(1_000);
  return {
    verify(token, clusterName): CallerIdentity | null {
      const request = readToken(token, clusterName);
      const claim = request === null ? null : readClaim(request);
      if (request === null || claim === null || claim.service !== 'sts') return null;
      if (!claim.signedHeaders.includes(clusterHeader)) return null;
      if (!claim.signedHeaders.includes('host')) return null;
      const lasting = { ...claim, expiresInSeconds: lifeSeconds };
      const key = `${clusterName} ${token}`;
      const identified = identify(world, request, lasting, (secret, ...signed) => {
        if (secretByToken.get(key) === secret) return true;
        if (!isSignedWith(secret, ...signed)) return false;
        secretByToken.set(key, secret);
        return true;
      });
      if (!identified.ok) return null;
      const { accountId, arn, roleArn } = identified.value;
      return { accountId, arn, roleArn };
    },
  };
}

/** Returns the request of the token's URL; `null` if it is not a GetCallerIdentity call. */
function readToken(token: string, clusterName: string): HttpRequest | null {
  if (!token.startsWith(prefix)) return null;
  const address = Buffer.from(token.slice(prefix.length), 'base64url').toString('utf8');
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const action = url.searchParams.get('Action');
  if (url.protocol !== 'https:' || !stsHost.test(url.host)) return null;
  if (action !== 'GetCallerIdentity') return null;
  return {
    method: 'GET',
    path: url.pathname,
    query: url.search.slice(1),
    headers: { host: url.host, [clusterHeader]: clusterName },
    body: Buffer.alloc(0),
  };
}
