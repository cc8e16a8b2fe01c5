import { Sha256 } from '@aws-crypto/sha256-js';
import { HttpRequest } from '@smithy/protocol-http';
import { SignatureV4 } from '@smithy/signature-v4';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  administrator,
  createAccounts,
  hubAccount,
  spokeAccount,
} from '../../testing/aws-fixture.js';
import type { TokenVerifier } from '../../world/cluster-directory.js';
import { ManualClock } from '../../world/time/manual-clock.js';
import { createWorld, type World } from '../../world/world.js';
import { issueSession } from './session.js';
import { createTokenVerifier } from './token-verifier.js';

let clock: ManualClock;
let world: World;
let verifier: TokenVerifier;
beforeEach(() => {
  clock = new ManualClock(1);
  world = createWorld({ seed: 7, speed: 1, clock });
  createAccounts(world);
  verifier = createTokenVerifier(world);
});

interface Signing {
  readonly credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  readonly cluster?: string;
  readonly host?: string;
  readonly service?: string;
  readonly action?: string;
  readonly hoists?: boolean;
}

/** Creates a token as `aws eks get-token` does. */
async function sign(signing: Signing = {}): Promise<string> {
  const { credentials = administrator, cluster = 'shop', service = 'sts' } = signing;
  const host = signing.host ?? 'sts.us-east-1.amazonaws.com';
  const signer = new SignatureV4({ service, region: 'us-east-1', credentials, sha256: Sha256 });
  const request = new HttpRequest({
    method: 'GET',
    protocol: 'https:',
    hostname: host,
    path: '/',
    headers: { host, 'x-k8s-aws-id': cluster },
    query: { Action: signing.action ?? 'GetCallerIdentity', Version: '2011-06-15' },
  });
  const signed = await signer.presign(request, {
    expiresIn: 60,
    signingDate: new Date(clock.now()),
    ...(signing.hoists === true
      ? { hoistableHeaders: new Set(['x-k8s-aws-id']) }
      : { unhoistableHeaders: new Set(['x-k8s-aws-id']) }),
    signableHeaders: new Set(['host', 'x-k8s-aws-id']),
  });
  const query = Object.entries(signed.query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  const url = `https://${host}/?${query}`;
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`;
}

describe('the verifier of cluster tokens', () => {
  it('returns the user who signed the token', async () => {
    expect(verifier.verify(await sign(), 'shop')).toEqual({
      accountId: spokeAccount,
      arn: `arn:aws:iam::${spokeAccount}:user/admin`,
      roleArn: null,
    });
  });

  it('returns the role of a session', async () => {
    const role = world.addRole({
      accountId: hubAccount,
      name: 'kerf',
      trust: { principals: [hubAccount], externalId: null },
      allow: [],
    });
    const session = issueSession(7, role, 'worker', clock.now() + 3600_000);
    const { accessKeyId, secretAccessKey, token: sessionToken } = session;
    const token = await sign({ credentials: { accessKeyId, secretAccessKey, sessionToken } });
    expect(verifier.verify(token, 'shop')).toEqual({
      accountId: hubAccount,
      arn: `arn:aws:sts::${hubAccount}:assumed-role/kerf/worker`,
      roleArn: role.id,
    });
    clock.advance(3600_000);
    const late = await sign({ credentials: { accessKeyId, secretAccessKey, sessionToken } });
    expect(verifier.verify(late, 'shop')).toBeNull();
  });

  it('accepts a token for fifteen minutes', async () => {
    const token = await sign();
    clock.advance(15 * 60_000 - 1000);
    expect(verifier.verify(token, 'shop')).not.toBeNull();
    clock.advance(2000);
    expect(verifier.verify(token, 'shop')).toBeNull();
  });

  it('accepts a token again, but for its cluster only, and while its user exists', async () => {
    const token = await sign();
    const caller = verifier.verify(token, 'shop');
    expect(caller).not.toBeNull();
    expect(verifier.verify(token, 'shop')).toEqual(caller);
    expect(verifier.verify(token, 'other')).toBeNull();
    const user = world.state.users.get(administrator.accessKeyId)!;
    world.state.users.set(user.id, { ...user, secretAccessKey: 'rotated' });
    expect(verifier.verify(token, 'shop')).toBeNull();
    world.state.users.delete(user.id);
    expect(verifier.verify(token, 'shop')).toBeNull();
  });

  it.each<[string, Signing]>([
    ['for another cluster', { cluster: 'other' }],
    ['with another secret', { credentials: { ...administrator, secretAccessKey: 'guess' } }],
    ['with an unknown access key', { credentials: { accessKeyId: 'AKIAX', secretAccessKey: 'x' } }],
    ['for another host', { host: 'sts.us-east-1.amazonaws.com.evil.example' }],
    ['for another service', { service: 'ec2' }],
    ['for another action', { action: 'AssumeRole' }],
    ['with the cluster in the query instead of a header', { hoists: true }],
  ])('refuses a token signed %s', async (_what, signing) => {
    expect(verifier.verify(await sign(signing), 'shop')).toBeNull();
  });

  it.each([
    '',
    'k8s-aws-v1.',
    'k8s-aws-v1.%%%',
    'Bearer x',
    `k8s-aws-v1.${Buffer.from('not an address').toString('base64url')}`,
    `k8s-aws-v1.${Buffer.from('https://sts.amazonaws.com/?Action=GetCallerIdentity').toString('base64url')}`,
    `k8s-aws-v1.${Buffer.from('https://sts.amazonaws.com/?Action=GetCallerIdentity&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a/b&X-Amz-Date=x&X-Amz-Expires=never&X-Amz-Signature=z&X-Amz-SignedHeaders=host').toString('base64url')}`,
  ])('refuses %j', (token) => {
    expect(verifier.verify(token, 'shop')).toBeNull();
  });

  it('refuses a token if any part of its URL was changed', async () => {
    const url = Buffer.from((await sign()).slice('k8s-aws-v1.'.length), 'base64url').toString();
    for (const changed of [
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=61'),
      url.replace('Version=2011-06-15', 'Version=2011-06-16'),
      `${url}&Extra=1`,
      url.replace(/(X-Amz-Signature=.)./, '$1-'),
    ]) {
      expect(changed).not.toBe(url);
      const token = `k8s-aws-v1.${Buffer.from(changed).toString('base64url')}`;
      expect(verifier.verify(token, 'shop')).toBeNull();
    }
  });
});
