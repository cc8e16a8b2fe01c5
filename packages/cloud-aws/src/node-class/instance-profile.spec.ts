import { describe, expect, it } from 'vitest';
import { managedProfile } from './instance-profile.js';

const target = {
  clusterName: 'prod',
  region: 'us-east-1',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
  externalId: null,
};

describe('a managed instance profile', () => {
  it('is found by its path', () => {
    const { path, name } = managedProfile({ target }, 'default', 'node');
    expect(path).toBe('/karpenter/us-east-1/prod/default/');
    expect(name).toMatch(/^prod_[0-9a-f]{20}$/);
  });

  it('has a name of its own for each region, cluster, class and role', () => {
    const names = [
      managedProfile({ target }, 'default', 'node'),
      managedProfile({ target }, 'default', 'other-node'),
      managedProfile({ target }, 'gpu', 'node'),
      managedProfile({ target: { ...target, region: 'eu-west-1' } }, 'default', 'node'),
      managedProfile({ target: { ...target, clusterName: 'stage' } }, 'default', 'node'),
    ].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(managedProfile({ target }, 'default', 'node').name).toBe(names[0]);
  });

  it('has a valid IAM name for the longest cluster name', () => {
    const clusterName = 'c'.repeat(100);
    const { name } = managedProfile({ target: { ...target, clusterName } }, 'default', 'node');
    expect(name.length).toBeLessThanOrEqual(128);
  });
});
