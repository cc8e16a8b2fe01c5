import type { LaunchRequest, ResolvedPlacementGroup } from '@kerf/application';
import type { RequirementSpec } from '@kerf/engine';
import { describe, expect, it } from 'vitest';
import { createInstanceTypeResolver } from '../instance-types/resolver.js';
import {
  first,
  someFacts,
  someLaunchRequest,
  someNodeClass,
  someResolution,
  someResolutionInput,
} from '../testing/builders.js';
import { partitionOf, placement } from './placement.js';

const key = 'karpenter.k8s.aws/placement-group-partition';
const group: ResolvedPlacementGroup = {
  id: 'pg-1',
  name: 'db',
  strategy: 'partition',
  partitionCount: 3,
};

function requestOf(
  placementGroup: ResolvedPlacementGroup | null,
  overrides: Partial<LaunchRequest> = {},
): LaunchRequest {
  const spec = someNodeClass({ placementGroupSelector: { name: 'db' } });
  return someLaunchRequest([someFacts()], {
    nodeClass: { name: 'default', spec },
    resolution: someResolution({ placementGroup }),
    ...overrides,
  });
}
const requiring = (
  operator: RequirementSpec['operator'],
  ...values: readonly string[]
): Pick<LaunchRequest, 'requirements'> => ({
  requirements: [{ key, operator, values, minValues: null }],
});

describe('39: the partition of a launch', () => {
  it.each([
    ['the one that is required', requiring('In', '2'), '2'],
    ['the first of several that are required', requiring('In', '3', '2'), '2'],
    ['one that is not excluded', requiring('NotIn', '1'), '2'],
    ['left to EC2 if all are allowed', requiring('Exists'), null],
    ['left to EC2 without a requirement', { requirements: [] }, null],
    ['the label of the node', { labels: { [key]: '3' }, requirements: [] }, '3'],
    ['left to EC2 if none is allowed', requiring('In', '9'), null],
  ])('is %s', (_which, overrides, partition) => {
    expect(partitionOf(requestOf(group, overrides))).toBe(partition);
  });

  it('is none in a group without partitions', () => {
    const spread = { ...group, strategy: 'spread', partitionCount: null } as const;
    expect(partitionOf(requestOf(spread, requiring('In', '1')))).toBeNull();
  });
});

describe('39: the placement of a launch template', () => {
  it('names the resolved group by id, with the partition and tenancy', () => {
    expect(placement(requestOf(group, requiring('In', '2')), 'dedicated')).toEqual({
      Placement: { GroupId: 'pg-1', PartitionNumber: 2, Tenancy: 'dedicated' },
    });
  });

  it('names the selected group while it is not resolved', () => {
    expect(placement(requestOf(null), 'default')).toEqual({ Placement: { GroupName: 'db' } });
  });
});

describe('39: the labels of instance types', () => {
  const labelsWith = (placementGroup: ResolvedPlacementGroup | null) => {
    const resolution = someResolution({ placementGroup });
    const input = someResolutionInput([someFacts()], { resolution });
    const { labels } = first(createInstanceTypeResolver().resolve(input));
    return [labels['karpenter.k8s.aws/placement-group-id'], labels[key]];
  };

  it('have the group and its partitions', () => {
    expect(labelsWith(group)).toEqual([['pg-1'], ['1', '2', '3']]);
    expect(labelsWith({ ...group, strategy: 'cluster', partitionCount: null })).toEqual([
      ['pg-1'],
      [],
    ]);
    expect(labelsWith(null)).toEqual([[], []]);
  });
});
