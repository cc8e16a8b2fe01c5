import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fillPolicy } from './role-policy.js';

const text = readFileSync(
  new URL('../../../../../deploy/iam/cluster-role.policy.json', import.meta.url),
  'utf8',
);
const place = {
  accountId: '111122223333',
  region: 'eu-west-1',
  clusterName: 'prod',
  queueName: 'warnings',
  nodeRoleArn: 'arn:aws:iam::111122223333:role/nodes',
};

describe('the policy of a cluster’s role, filled in', () => {
  it('has no placeholder left, and names the role of the nodes', () => {
    const filled = JSON.stringify(fillPolicy(text, place));
    expect(filled).not.toMatch(/[A-Z]+_[A-Z]+|REGION/);
    expect(filled).toContain('"aws:RequestTag/kubernetes.io/cluster/prod":"owned"');
    expect(filled).toContain('arn:aws:sqs:eu-west-1:111122223333:warnings');
    const { Statement } = fillPolicy(text, place);
    const passing = Statement.filter(({ Action }) => Action === 'iam:PassRole');
    expect(passing.map(({ Resource }) => Resource)).toEqual([place.nodeRoleArn]);
  });
});
