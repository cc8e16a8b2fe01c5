import { aNodeClassDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClassDefinition, NodeClassProblem } from '../definition/definition.js';
import { toNotReady } from './not-ready.js';

const ready = aNodeClassDefinition({ clusterId: 'clu_1', name: 'default' });

/** Returns an EC2NodeClass with problems of these conditions. */
function withProblems(...conditions: readonly NodeClassProblem['condition'][]) {
  const { resolution } = ready;
  const problems = conditions.map((condition) => ({
    condition,
    reason: 'NotFound',
    message: 'not found',
  }));
  return { ...ready, resolution: resolution && { ...resolution, problems } };
}

const aMinuteLater = ready.createdAt + 60_000;
const notReadyOf = (
  nodeClass: NodeClassDefinition | undefined,
  detail: string | null = 'why',
  isBeingDeleted = false,
) => toNotReady({ nodeClass, detail, isBeingDeleted, now: aMinuteLater });

describe('toNotReady', () => {
  it('says that a new EC2NodeClass has not been looked up yet', () => {
    const isNew = {
      nodeClass: { ...ready, resolution: null },
      detail: 'why',
      isBeingDeleted: false,
    };
    expect(toNotReady({ ...isNew, now: aMinuteLater - 1 })).toEqual({
      cause: 'NodeClassNew',
      detail: 'why',
      field: null,
    });
  });

  it('is null for a NodePool that is ready', () => {
    expect(notReadyOf(ready, null)).toBeNull();
  });

  it('says that the NodePool is being deleted, whatever else is wrong', () => {
    expect(notReadyOf(undefined, 'not found', true)).toEqual({
      cause: 'BeingDeleted',
      detail: 'the NodePool is being deleted',
      field: null,
    });
  });

  it('says that the EC2NodeClass is missing', () => {
    expect(notReadyOf(undefined, 'EC2NodeClass gpu not found')).toEqual({
      cause: 'NodeClassMissing',
      detail: 'EC2NodeClass gpu not found',
      field: null,
    });
  });

  it.each<readonly [NodeClassProblem['condition'], string]>([
    ['SubnetsReady', 'spec.subnetSelectorTerms'],
    ['SecurityGroupsReady', 'spec.securityGroupSelectorTerms'],
    ['AMIsReady', 'spec.amiSelectorTerms'],
    ['InstanceProfileReady', 'spec.role'],
    ['ValidationSucceeded', 'spec'],
  ])('names the field of the condition %s: %s', (condition, field) => {
    expect(notReadyOf(withProblems(condition, 'ValidationSucceeded'))).toEqual({
      cause: 'NodeClassNotReady',
      detail: 'why',
      field,
    });
  });

  it.each<readonly [string, NodeClassDefinition]>([
    ['is not resolved', { ...ready, resolution: null }],
    ['has no problem', ready],
  ])('names no field of an EC2NodeClass that %s', (_, nodeClass) => {
    expect(notReadyOf(nodeClass)).toMatchObject({
      cause: 'NodeClassNotReady',
      field: null,
    });
  });
});
