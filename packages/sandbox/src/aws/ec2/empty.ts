import {
  DescribePlacementGroups$,
  type DescribePlacementGroupsRequest,
  type DescribePlacementGroupsResult,
} from '@aws-sdk/client-ec2';
import type { Open } from '../../world/state/open.js';
import { type Call, operation } from '../service.js';
import { endDryRun, selectByIds } from './describe.js';

/** Describe calls for resource types of which the sandbox has none. */

function describePlacementGroups(
  _call: Call,
  input: Open<DescribePlacementGroupsRequest>,
): Open<DescribePlacementGroupsResult> {
  endDryRun(input.DryRun);
  selectByIds([], [...(input.GroupNames ?? []), ...(input.GroupIds ?? [])], String, {
    code: 'InvalidPlacementGroup.Unknown',
    noun: 'placement group',
  });
  return { PlacementGroups: [] };
}

export const emptyOperations = [operation(DescribePlacementGroups$, describePlacementGroups)];
