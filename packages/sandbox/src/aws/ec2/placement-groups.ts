import {
  CreatePlacementGroup$,
  type CreatePlacementGroupRequest,
  type CreatePlacementGroupResult,
  DeletePlacementGroup$,
  type DeletePlacementGroupRequest,
  DescribePlacementGroups$,
  type DescribePlacementGroupsRequest,
  type DescribePlacementGroupsResult,
  type PlacementGroup as PlacementGroupAnswer,
} from '@aws-sdk/client-ec2';
import type { PlacementGroup } from '../../world/compute/placement-groups.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { describe, endDryRun, ownResources, selectByIds, toTagList } from './describe.js';
import type { FilterTable } from './filters.js';
import { tagsFor } from './tag-specifications.js';

const unknownGroup = { code: 'InvalidPlacementGroup.Unknown', noun: 'Placement Group' };

const filters: FilterTable<PlacementGroup> = {
  'group-name': ({ name }) => [name],
  state: () => ['available'],
  strategy: ({ strategy }) => [strategy],
};

function describePlacementGroups(
  call: Call,
  input: Open<DescribePlacementGroupsRequest>,
): Open<DescribePlacementGroupsResult> {
  endDryRun(input.DryRun);
  const own = [...ownResources(call, call.world.state.placementGroups)];
  const named = selectByIds(own, input.GroupNames, ({ name }) => name, unknownGroup);
  const chosen = selectByIds(named, input.GroupIds, ({ id }) => id, {
    ...unknownGroup,
    code: 'InvalidPlacementGroupId.Unknown',
  });
  const { items } = describe(
    chosen,
    { Filters: input.Filters },
    {
      filters,
      idOf: ({ id }) => id,
      tagsOf: ({ tags }) => tags,
      pages: { lowest: 1, highest: 1000 },
    },
  );
  return { PlacementGroups: items.map(toPlacementGroup) };
}

function createPlacementGroup(
  call: Call,
  input: Open<CreatePlacementGroupRequest>,
): Open<CreatePlacementGroupResult> {
  const { GroupName: name, Strategy: strategy = 'cluster', PartitionCount: partitions } = input;
  if (name === undefined || name === '') {
    throw new AwsError('MissingParameter', 'The request must contain the parameter GroupName');
  }
  if (strategy !== 'cluster' && strategy !== 'partition' && strategy !== 'spread') {
    throw new AwsError('InvalidParameterValue', `Invalid value '${strategy}' for Strategy.`);
  }
  const own = [...ownResources(call, call.world.state.placementGroups)];
  if (own.some((group) => group.name === name)) {
    throw new AwsError(
      'InvalidPlacementGroup.Duplicate',
      `The Placement Group '${name}' already exists.`,
    );
  }
  endDryRun(input.DryRun);
  const { accountId, region } = call;
  const tags = tagsFor('placement-group', input.TagSpecifications);
  const added = call.world.addPlacementGroup({
    accountId,
    region,
    name,
    strategy,
    tags,
    ...(partitions !== undefined && { partitionCount: partitions }),
  });
  return { PlacementGroup: toPlacementGroup(added) };
}

function deletePlacementGroup(call: Call, input: Open<DeletePlacementGroupRequest>): object {
  const own = ownResources(call, call.world.state.placementGroups);
  const [group] = selectByIds(own, [input.GroupName ?? ''], ({ name }) => name, unknownGroup);
  if (group === undefined) return {};
  if (call.world.placementGroups.membersOf(group.id).length > 0) {
    throw new AwsError(
      'InvalidPlacementGroup.InUse',
      `The placement group ${group.name} is in use and may not be deleted.`,
    );
  }
  endDryRun(input.DryRun);
  call.world.state.placementGroups.delete(group.id);
  return {};
}

function toPlacementGroup(group: PlacementGroup): Open<PlacementGroupAnswer> {
  const { id, accountId, region, name, strategy, partitionCount } = group;
  return {
    GroupId: id,
    GroupName: name,
    GroupArn: `arn:aws:ec2:${region}:${accountId}:placement-group/${name}`,
    State: 'available',
    Strategy: strategy,
    ...(partitionCount === null ? {} : { PartitionCount: partitionCount }),
    ...(strategy === 'spread' && { SpreadLevel: 'rack' }),
    Tags: toTagList(group.tags),
  };
}

export const placementGroupOperations = [
  operation(DescribePlacementGroups$, describePlacementGroups),
  operation(CreatePlacementGroup$, createPlacementGroup),
  operation(DeletePlacementGroup$, deletePlacementGroup),
];
