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
    ['CLOUD.UNAUTHORIZED', { action: 'sts:AssumeRole' }, /trust policy or the external id/],
    ['CLOUD.UNAUTHORIZED', {}, /^Allow the refused action/],
    ['CLOUD.RATE_LIMITED', { action: 'ec2:RunInstances' }, /throttles ec2:RunInstances/],
  ] as const)('of %s with %o names what to change', (code, meta, text) => {
    expect(remedyOf({ code, meta }, cluster)).toMatch(text);
  });

  it('is not made up where none is known', () => {
    expect(remedyOf({ code: 'STATE.CONFLICT', meta: {} }, cluster)).toBeNull();
  });
});
