import { describe, expect, it } from 'vitest';
import { deploymentOf } from './deployment-of.js';

const labels = { 'pod-template-hash': '7c9f6d' };

describe('the Deployment of a pod', () => {
  it('has the name of the ReplicaSet without the hash of its template', () => {
    expect(deploymentOf(labels, 'ReplicaSet', 'web-front-7c9f6d')).toBe('web-front');
  });

  it.each([
    ['a ReplicaSet without a Deployment', {}, 'ReplicaSet', 'web-7c9f6d'],
    ['a ReplicaSet whose name ends with something else', labels, 'ReplicaSet', 'web-other'],
    ['another owner', labels, 'StatefulSet', 'web-7c9f6d'],
  ])('is absent for %s', (_name, given, ownerKind, ownerName) => {
    expect(deploymentOf(given, ownerKind, ownerName)).toBeNull();
  });
});
