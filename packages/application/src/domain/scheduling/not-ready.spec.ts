import { aDefinitionRefusal, aNodeClassDefinition } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type {
  DefinitionKind,
  NodeClassDefinition,
  NodeClassProblem,
} from '../definition/definition.js';
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

const refusal = (kind: DefinitionKind) => aDefinitionRefusal({ kind });

const state = {
  isBeingDeleted: false,
  refusal: undefined,
  classRefusal: undefined,
  nodeClass: ready,
  detail: 'why',
  now: ready.createdAt + 60_000,
};

describe('toNotReady', () => {
  it('is null for a NodePool that is ready', () => {
    expect(toNotReady({ ...state, detail: null })).toBeNull();
  });

  it('says that the NodePool is being deleted, whatever else is wrong', () => {
    expect(
      toNotReady({
        ...state,
        nodeClass: undefined,
        isBeingDeleted: true,
        refusal: refusal('NodePool'),
      }),
    ).toEqual({
      cause: 'BeingDeleted',
      detail: 'the NodePool is being deleted',
      field: null,
    });
  });

  it('says that a new EC2NodeClass has not been looked up yet', () => {
    const nodeClass = { ...ready, resolution: null };
    expect(toNotReady({ ...state, nodeClass, now: state.now - 1 })).toEqual({
      cause: 'NodeClassNew',
      detail: 'why',
      field: null,
    });
  });

  it('says that the EC2NodeClass is missing', () => {
    expect(
      toNotReady({ ...state, nodeClass: undefined, detail: 'EC2NodeClass gpu not found' }),
    ).toEqual({
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
    expect(
      toNotReady({ ...state, nodeClass: withProblems(condition, 'ValidationSucceeded') }),
    ).toEqual({
      cause: 'NodeClassNotReady',
      detail: 'why',
      field,
    });
  });

  it.each<readonly [string, NodeClassDefinition]>([
    ['is not resolved', { ...ready, resolution: null }],
    ['has no problem', ready],
  ])('names no field of an EC2NodeClass that %s', (_, nodeClass) => {
    expect(toNotReady({ ...state, nodeClass })).toMatchObject({
      cause: 'NodeClassNotReady',
      field: null,
    });
  });

  it('names the field of a NodePool that cannot be read, whatever its EC2NodeClass is', () => {
    expect(toNotReady({ ...state, nodeClass: undefined, refusal: refusal('NodePool') })).toEqual({
      cause: 'ManifestUnreadable',
      detail: 'spec.weight: must be a number',
      field: 'spec.weight',
    });
  });

  it('names the field of an EC2NodeClass that cannot be read, also of one that never could', () => {
    const classRefusal = refusal('EC2NodeClass');
    for (const nodeClass of [undefined, withProblems('AMIsReady')]) {
      expect(toNotReady({ ...state, nodeClass, classRefusal })).toEqual({
        cause: 'NodeClassNotReady',
        detail: 'why',
        field: 'spec.weight',
      });
    }
  });
});
