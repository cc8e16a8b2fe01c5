import { Sha256 } from '@aws-crypto/sha256-js';
import { partition } from '@aws-sdk/core/client';
import type { Clock } from '@kerf/application';
import type { Instant } from '@kerf/core';
import { buildQueryString, HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsSession, RoleCredentials } from '../clients.js';

export interface ClusterToken {
  readonly token: string;
  readonly expiresAt: Instant;
}

/** EKS accepts a token for 15 minutes from its signing; the last one is left for slow clocks. */
const validMs = 14 * 60_000;
/** A token that would end within this time is not handed out again. */
const marginMs = 60_000;

/**
 * Tokens for a cluster's API, made without a call: a signed GetCallerIdentity request that names
 * the cluster, which EKS sends to STS to learn who asks.
 * Source: kubernetes-sigs/aws-iam-authenticator, pkg/token.
 */
export function createTokenSource(clock: Clock): (session: AwsSession) => Promise<ClusterToken> {
  const tokens = new WeakMap<AwsSession, ClusterToken>();
  return async (session) => {
    const known = tokens.get(session);
    if (known !== undefined && known.expiresAt - clock.now() > marginMs) return known;
    const credentials = await session.credentials();
    const { region, clusterName } = session.target;
    const token = await signToken({ region, clusterName }, credentials, clock.now());
    tokens.set(session, token);
    return token;
  };
}

/** The address is AWS' own whatever endpoint calls go to: the cluster's API checks it. */
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
      // The signer would move the header into the query, where EKS does not look for it.
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
