import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { z } from 'zod';
import type { AccessEntries } from './access-entries.ts';
import type { Sessions } from './sessions.ts';

const prefix = 'k8s-aws-v1.';
const clusterHeader = 'x-k8s-aws-id';
const maxAgeMs = 15 * 60_000;
const allowedParameters: ReadonlySet<string> = new Set([
  'action',
  'version',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
]);

const review = z.object({ apiVersion: z.string(), spec: z.object({ token: z.string() }) });

export interface TokenReviewer {
  readonly clusterName: string;
  readonly sessions: Sessions;
  readonly entries: AccessEntries;
}

/**
 * Answers a TokenReview as the authenticator of EKS does: the token is a presigned
 * GetCallerIdentity URL, and the access entry of its role gives the groups.
 */
export async function reviewToken(reviewer: TokenReviewer, body: string): Promise<object> {
  const { apiVersion, spec } = review.parse(JSON.parse(body));
  const user = await identify(reviewer, spec.token).catch((error: unknown) => String(error));
  const status =
    typeof user === 'string'
      ? { authenticated: false, error: user }
      : { authenticated: true, user };
  return { apiVersion, kind: 'TokenReview', status };
}

interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
}

/** Returns the user of a token, or why it has none. */
async function identify(reviewer: TokenReviewer, token: string): Promise<UserInfo | string> {
  if (!token.startsWith(prefix)) return 'not a token of EKS';
  const url = new URL(Buffer.from(token.slice(prefix.length), 'base64url').toString('utf8'));
  const problem = problemOf(url);
  if (problem !== null) return problem;
  const query = url.searchParams;
  const [accessKeyId = '', , region = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  const session = reviewer.sessions.find(accessKeyId);
  if (session === null) return `unknown access key ${accessKeyId}`;
  const signer = new SignatureV4({
    service: 'sts',
    region,
    sha256: Sha256,
    credentials: { accessKeyId, ...session },
  });
  const expected = await signer.presign(
    new HttpRequest({
      method: 'GET',
      protocol: 'https:',
      hostname: url.host,
      path: '/',
      query: { Action: 'GetCallerIdentity', Version: query.get('Version') ?? '' },
      headers: { host: url.host, [clusterHeader]: reviewer.clusterName },
    }),
    {
      signingDate: signingDate(query),
      expiresIn: Number(query.get('X-Amz-Expires')),
      unhoistableHeaders: new Set([clusterHeader]),
      signableHeaders: new Set(['host', clusterHeader]),
    },
  );
  if (expected.query?.['X-Amz-Signature'] !== query.get('X-Amz-Signature'))
    return 'wrong signature';
  const groups = reviewer.entries.groupsOf(session.roleArn);
  if (groups === null) return `no access entry for ${session.roleArn}`;
  return { username: `${session.roleArn}/${session.name}`, groups };
}

function problemOf(url: URL): string | null {
  const query = url.searchParams;
  if (url.protocol !== 'https:' || !/^sts\.[\w.-]+\.amazonaws\.com$/.test(url.host)) {
    return `unexpected address ${url.host}`;
  }
  const other = [...query.keys()].find((name) => !allowedParameters.has(name.toLowerCase()));
  if (other !== undefined) return `parameter ${other} is not allowed`;
  if (query.get('Action') !== 'GetCallerIdentity') return 'another action';
  const signed = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  if (!signed.includes(clusterHeader)) return `${clusterHeader} is not signed`;
  const ageMs = Math.abs(Date.now() - signingDate(query).getTime());
  return ageMs <= maxAgeMs ? null : 'expired';
}

/** Reads `20261121T101500Z`. */
function signingDate(query: URLSearchParams): Date {
  const text = query.get('X-Amz-Date') ?? '';
  const date = text.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return new Date(date);
}
