import { describe, expect, it } from 'vitest';
import { type AwsCall, checkAwsLog, readAwsLog, rolesOf } from './aws-log.ts';

const role = 'arn:aws:iam::123456789012:role/kerf-conformance';
const policies = {
  installed: new Map([
    [
      role,
      [
        JSON.stringify({
          Statement: [
            { Action: ['ec2:DescribeInstances', 'ec2:CreateFleet'] },
            { Action: 'eks:DescribeCluster' },
          ],
        }),
      ],
    ],
  ]),
  kerfRole: JSON.stringify({ Statement: [{ Action: 'sts:AssumeRole' }] }),
};

function call(service: string, action: string, more: Partial<AwsCall> = {}): AwsCall {
  return { service, action, status: 200, caller: role, shim: null, ...more };
}

const failed = (calls: readonly AwsCall[]): readonly string[] =>
  checkAwsLog(calls, policies).flatMap(({ isPassed, detail }) => (isPassed ? [] : [detail]));

describe('checkAwsLog', () => {
  it('passes calls that the policies name', () => {
    const calls = [
      call('ec2', 'DescribeInstances'),
      call('eks', 'GET /clusters/shop'),
      call('sts', 'AssumeRole', { caller: 'product' }),
      call('sts', 'GetCallerIdentity'),
      call('iam', 'CreateRole', { caller: 'operator' }),
    ];
    expect(failed(calls)).toEqual([]);
  });

  it('names a call that the policy of its caller lacks', () => {
    const calls = [call('ec2', 'CreateFleet', { caller: 'product' }), call('iam', 'CreateRole')];
    expect(failed(calls)).toEqual([
      `2 requests; product ec2:CreateFleet (1); ${role} iam:CreateRole (1)`,
    ]);
  });

  it('names a call of a role that has no policy installed', () => {
    const without = { ...policies, installed: new Map([[role, []]]) };
    const calls = [call('ec2', 'DescribeInstances')];
    expect(rolesOf(calls)).toEqual([role]);
    expect(checkAwsLog(calls, without)[0]).toMatchObject({
      isPassed: false,
      detail: `1 requests; ${role} ec2:DescribeInstances (1)`,
    });
  });

  it('names a call that ended with a server error', () => {
    expect(failed([call('ec2', 'DescribeInstances', { status: 500 })])).toEqual([
      '1 requests; ec2:DescribeInstances 500 (1)',
    ]);
  });
});

describe('readAwsLog', () => {
  it('leaves out the notes that a CreateFleet call begins', () => {
    const lines = [call('ec2', 'CreateFleet begins', { status: 0 }), call('ec2', 'CreateFleet')];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    expect(readAwsLog(text)).toEqual([call('ec2', 'CreateFleet')]);
  });
});
