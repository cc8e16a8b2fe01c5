import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { remedyOf } from './remedy-of.js';

const cluster = {
  name: 'shop',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
  endpoint: 'https://shop.example',
};

describe('a remedy', () => {
  it.each([
    ['CLUSTER.FORBIDDEN', { permission: 'patch nodes' }, /Grant “patch nodes”.*deploy\/rbac/],
    ['CLUSTER.FORBIDDEN', {}, /Grant the missing permission/],
    ['CLUSTER.UNAUTHORIZED', {}, /EKS access entry for arn:aws:iam::111122223333:role\/kerf/],
    ['CLUSTER.UNAUTHORIZED', { action: 'sts:AssumeRole' }, /^Allow sts:AssumeRole/],
    ['CLUSTER.NOT_FOUND', {}, /deploy\/crds/],
    ['CLUSTER.UNREACHABLE', {}, /https:\/\/shop\.example/],
    ['CLOUD.UNAUTHORIZED', { action: 'ec2:CreateFleet' }, /^Allow ec2:CreateFleet .*policy/],
    ['CLOUD.UNAUTHORIZED', { action: 'sts:AssumeRole' }, /trust policy or the external ID/],
    ['CLOUD.UNAUTHORIZED', {}, /^Allow the refused action/],
    ['CLOUD.UNAUTHORIZED', { isClockSkew: true, action: 'ec2:CreateFleet' }, /chrony/],
    ['CLUSTER.UNAUTHORIZED', { isClockSkew: true, action: 'sts:AssumeRole' }, /chrony/],
    ['CLOUD.RATE_LIMITED', { action: 'ec2:RunInstances' }, /throttles ec2:RunInstances/],
  ] as const)('of %s with %o names what to change', (code, meta, text) => {
    expect(remedyOf({ code, meta }, cluster)).toMatch(text);
  });

  it('of a cluster that is not known resolves the cause of that', () => {
    const cause = new AppError({
      code: 'CLUSTER.FORBIDDEN',
      message: 'no',
      meta: { permission: 'watch nodes' },
    });
    const notSynced = { code: 'CLUSTER.NOT_SYNCED', meta: {} } as const;
    expect(remedyOf({ ...notSynced, cause }, cluster)).toMatch(/^Grant “watch nodes”/);
    expect(remedyOf(notSynced, cluster)).toMatch(/^Check the connection to shop/);
  });

  it('is not made up where none is known', () => {
    expect(remedyOf({ code: 'STATE.CONFLICT', meta: {} }, cluster)).toBeNull();
  });
});
