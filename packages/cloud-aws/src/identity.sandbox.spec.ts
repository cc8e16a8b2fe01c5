import type { FaultEffect } from '@kerf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  describedCluster,
  type SandboxCloud,
  shortLimits,
  spokeAccount,
  startSandboxCloud,
} from './testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());

describe('the role of a cluster', () => {
  it('is assumed with a session name that names Kerf and the cluster', async () => {
    expect(await sandbox.cloud.whoAmI(sandbox.target)).toEqual({
      accountId: spokeAccount,
      arn: `arn:aws:sts::${spokeAccount}:assumed-role/kerf/kerf-prod`,
    });
  });

  it.each([
    ['another external id', { externalId: 'wrong' }],
    ['no external id', { externalId: null }],
    ['a role that is not there', { roleArn: `arn:aws:iam::${spokeAccount}:role/nobody` }],
  ])('is refused with %s, until others change that', async (_, other) => {
    await expect(sandbox.cloud.whoAmI({ ...sandbox.target, ...other })).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      retry: { kind: 'backoff' },
      message: expect.stringMatching(/^sts:AssumeRole: /),
    });
  });

  it('requires the external ID unless its trust policy does not', async () => {
    expect(await sandbox.cloud.needsExternalId(sandbox.target)).toBe(true);
    const open = sandbox.world.addRole({
      accountId: spokeAccount,
      name: 'open',
      trust: { principals: ['111122223333'], externalId: null },
      allow: [],
    });
    const target = { ...sandbox.target, roleArn: open.id };
    expect(await sandbox.cloud.needsExternalId(target)).toBe(false);
  });

  it('is an error if STS does not respond', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'sts', operation: 'AssumeRole' },
      effect: { kind: 'hang' },
    });
    await expect(
      sandbox.anotherCloud(shortLimits).needsExternalId(sandbox.target),
    ).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
    sandbox.world.faults.remove(id);
  });

  it('is assumed once for concurrent calls', async () => {
    const calls = sandbox.count('sts', 'AssumeRole');
    const cloud = sandbox.anotherCloud();
    await Promise.all([
      cloud.whoAmI(sandbox.target),
      cloud.describeCluster(sandbox.target),
      cloud.listInstances(sandbox.target),
      cloud.clusterToken(sandbox.target),
    ]);
    expect(calls()).toBe(1);
  });
});

describe('the cluster', () => {
  it('is described with the address of its DNS', async () => {
    expect(await sandbox.cloud.describeCluster(sandbox.target)).toEqual(describedCluster);
  });

  it('is named in the error if EKS does not know it', async () => {
    const target = { ...sandbox.targetOf(['*']), clusterName: 'nowhere' };
    await expect(sandbox.cloud.describeCluster(target)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
      retry: { kind: 'never' },
      message: expect.stringContaining('nowhere'),
      meta: { awsCode: 'ResourceNotFoundException' },
    });
  });

  it('accepts a token of the role for this cluster only', async () => {
    const { token, expiresAt } = await sandbox.cloud.clusterToken(sandbox.target);
    expect(sandbox.tokens.verify(token, 'prod')).toMatchObject({
      accountId: spokeAccount,
      roleArn: sandbox.target.roleArn,
    });
    expect(sandbox.tokens.verify(token, 'stage')).toBeNull();
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(14 * 60_000);
  });

  it('gets another token with each request, because it may have rejected the last one', async () => {
    const first = await sandbox.cloud.clusterToken(sandbox.target);
    sandbox.advance(2_000);
    const second = await sandbox.cloud.clusterToken(sandbox.target);
    expect(second.token).not.toBe(first.token);
    expect(sandbox.tokens.verify(second.token, 'prod')).not.toBeNull();
  });
});

describe('a failing cloud', () => {
  const ask = () => sandbox.anotherCloud(shortLimits).describeCluster(sandbox.target);
  const during = async (effect: FaultEffect, times = Number.POSITIVE_INFINITY) => {
    const id = sandbox.world.faults.add({
      match: { service: 'eks', operation: 'DescribeCluster' },
      effect,
      times,
    });
    try {
      return await ask();
    } finally {
      sandbox.world.faults.remove(id);
    }
  };
  const failing = {
    kind: 'error',
    code: 'ServerException',
    message: 'oops',
    status: 500,
  } as const;

  it('is retried within the call after an error', async () => {
    expect(await during(failing, 2)).toEqual(describedCluster);
  });

  it('is unreachable after repeated errors', async () => {
    await expect(during(failing)).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
  });

  it('is unreachable after a timeout', async () => {
    await expect(during({ kind: 'hang' })).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
  });

  it('is not called for a while after throttling', async () => {
    await expect(during({ kind: 'throttle', perSecond: 0 })).rejects.toMatchObject({
      code: 'CLOUD.RATE_LIMITED',
      retry: { kind: 'backoff' },
    });
  });

  it('names the action that a role lacks', async () => {
    const target = sandbox.targetOf(['sts:*']);
    await expect(sandbox.cloud.describeCluster(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      message: expect.stringContaining('eks:DescribeCluster'),
      meta: { action: 'eks:DescribeCluster' },
    });
  });
});

describe('credentials of a role that AWS no longer accepts', () => {
  const minute = 60_000;
  const refusal = (code: string, message = 'no') =>
    ({ kind: 'error', code, message, status: 403 }) as const;

  /** Returns the outcome of a call that AWS refuses, and the number of times the role is assumed. */
  async function askDuring(
    effect: FaultEffect,
    { ageMs, times }: { ageMs: number; times: number },
  ) {
    const cloud = sandbox.anotherCloud();
    await cloud.whoAmI(sandbox.target);
    sandbox.advance(ageMs);
    const assumed = sandbox.count('sts', 'AssumeRole');
    const match = { service: 'eks', operation: 'DescribeCluster' };
    const id = sandbox.world.faults.add({ match, effect, times });
    const [outcome] = await Promise.allSettled([cloud.describeCluster(sandbox.target)]);
    sandbox.world.faults.remove(id);
    return { status: outcome.status, assumed: assumed() };
  }

  it.each<[code: string, message?: string]>([
    ['ExpiredTokenException'],
    ['UnrecognizedClientException'],
    ['InvalidClientTokenId'],
    ['AccessDeniedException', 'denied with an explicit deny in an identity-based policy'],
  ])('are renewed, and the call is repeated: %s', async (code, message) => {
    const outcome = await askDuring(refusal(code, message), { ageMs: minute, times: 1 });
    expect(outcome).toEqual({ status: 'fulfilled', assumed: 1 });
  });

  it('are renewed once for a call, and not again within a minute', async () => {
    const expired = refusal('ExpiredTokenException');
    expect(await askDuring(expired, { ageMs: minute, times: 5 })).toEqual({
      status: 'rejected',
      assumed: 1,
    });
    expect(await askDuring(expired, { ageMs: minute / 2, times: 1 })).toEqual({
      status: 'rejected',
      assumed: 0,
    });
  });

  it('are kept when a permission is missing', async () => {
    const denied = refusal('AccessDeniedException', 'no identity-based policy allows it');
    expect(await askDuring(denied, { ageMs: minute, times: 1 })).toEqual({
      status: 'rejected',
      assumed: 0,
    });
  });
});
