import { Sha256 } from '@aws-crypto/sha256-js';
import { partition } from '@aws-sdk/core/client';
import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { buildQueryString, HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { RoleCredentials } from '../call-options.js';
import type { AwsSession } from '../clients.js';

export interface ClusterToken {
  readonly token: string;
  readonly expiresAt: Instant;
}

/** EKS accepts a token for 15 minutes after signing; one minute is left for clock skew. */
const validMs = 14 * 60_000;

/**
 * Creates tokens for a cluster's API without a call: a token is a signed GetCallerIdentity request
 * that names the cluster. EKS sends it to STS to identify the caller. Each one is signed anew: the
 * caller keeps it, and asks again when the cluster has rejected it.
 * Source: kubernetes-sigs/aws-iam-authenticator, pkg/token.
 */
export function createTokenSource(clock: Clock): (session: AwsSession) => Promise<ClusterToken> {
  return async (session) => {
    const credentials = await session.credentials();
    const { region, clusterName } = session.target;
    // STS compares the time of the signature with its own clock.
    const aheadMs = session.clockAheadMs();
    const signed = await signToken({ region, clusterName }, credentials, clock.now() + aheadMs);
    return { ...signed, expiresAt: signed.expiresAt - aheadMs };
  };
}

/**
 * Signs a request to AWS's own STS address, even if calls use another endpoint, because the
 * cluster's API checks the address.
 */
export async function signToken(
  cluster: { readonly region: string; readonly clusterName: string },
  credentials: RoleCredentials,
  now: Instant,
): Promise<ClusterToken> {
  const { region, clusterName } = cluster;
  const hostname = `sts.${region}.${partition(region).dnsSuffix}`;
  const signer = new SignatureV4({ service: 'sts', region, credentials, sha256: Sha256 });
  const clusterHeader = 'x-k8s-aws-id';
  const signed = await signer.presign(
    new HttpRequest({
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/',
      headers: { host: hostname, [clusterHeader]: clusterName },
      query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
    }),
    {
      signingDate: new Date(now),
      expiresIn: 60,
      // By default the signer moves the header into the query, where EKS does not read it.
      unhoistableHeaders: new Set([clusterHeader]),
      signableHeaders: new Set(['host', clusterHeader]),
    },
  );
  const url = `https://${hostname}/?${buildQueryString(signed.query ?? {})}`;
  const credentialsEndAt = credentials.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
  return {
    token: `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`,
    expiresAt: Math.min(now + validMs, credentialsEndAt),
  };
}
