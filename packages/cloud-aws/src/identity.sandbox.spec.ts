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
  it('is assumed under a name that ties the session to Kerf and the cluster', async () => {
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

  it('needs its external id, unless its trust policy asks for none', async () => {
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

  it('is not said to need it when nobody answers', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'sts', operation: 'AssumeRole' },
      effect: { kind: 'hang' },
    });
    await expect(
      sandbox.anotherCloud(shortLimits).needsExternalId(sandbox.target),
    ).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
    sandbox.world.faults.remove(id);
  });

  it('is assumed once for all that is asked at the same time', async () => {
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

  it('that EKS does not know is named in the refusal', async () => {
    const target = { ...sandbox.targetOf(['*']), clusterName: 'nowhere' };
    await expect(sandbox.cloud.describeCluster(target)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
      retry: { kind: 'never' },
      message: expect.stringContaining('nowhere'),
      meta: { awsCode: 'ResourceNotFoundException' },
    });
  });

  it('takes a token that says who asks, for this cluster and no other', async () => {
    const { token, expiresAt } = await sandbox.cloud.clusterToken(sandbox.target);
    expect(sandbox.tokens.verify(token, 'prod')).toMatchObject({
      accountId: spokeAccount,
      roleArn: sandbox.target.roleArn,
    });
    expect(sandbox.tokens.verify(token, 'stage')).toBeNull();
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(14 * 60_000);
  });

  it('is given the same token until that one is about to end', async () => {
    const first = await sandbox.cloud.clusterToken(sandbox.target);
    expect(await sandbox.cloud.clusterToken(sandbox.target)).toEqual(first);
  });
});

describe('a cloud in trouble', () => {
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
  const stumbling = {
    kind: 'error',
    code: 'ServerException',
    message: 'oops',
    status: 500,
  } as const;

  it('is asked again within the call when it stumbles', async () => {
    expect(await during(stumbling, 2)).toEqual(describedCluster);
  });

  it('is unreachable when it goes on stumbling', async () => {
    await expect(during(stumbling)).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
  });

  it('is unreachable when it never answers, within the limits', async () => {
    await expect(during({ kind: 'hang' })).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
  });

  it('is left alone for a while when it throttles', async () => {
    await expect(during({ kind: 'throttle', perSecond: 0 })).rejects.toMatchObject({
      code: 'CLOUD.RATE_LIMITED',
      retry: { kind: 'backoff' },
    });
  });

  it('says which action a role lacks', async () => {
    const target = sandbox.targetOf(['sts:*']);
    await expect(sandbox.cloud.describeCluster(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      message: expect.stringContaining('eks:DescribeCluster'),
      meta: { action: 'eks:DescribeCluster' },
    });
  });
});
