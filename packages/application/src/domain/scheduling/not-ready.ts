import type { NotReady } from '@kerf/engine';
import type { NodeClassDefinition, NodeClassProblem } from '../definition/definition.js';

/** The field of an EC2NodeClass that each condition depends on. */
const fieldOfCondition: Readonly<Record<NodeClassProblem['condition'], string>> = {
  SubnetsReady: 'spec.subnetSelectorTerms',
  SecurityGroupsReady: 'spec.securityGroupSelectorTerms',
  AMIsReady: 'spec.amiSelectorTerms',
  InstanceProfileReady: 'spec.role',
  PlacementGroupReady: 'spec.placementGroupSelector',
  ValidationSucceeded: 'spec',
};

/**
 * Returns why a NodePool cannot be used, in the engine's form; `null` when it is ready.
 * @param nodeClass the NodePool's EC2NodeClass; `undefined` when it does not exist
 * @param detail why the EC2NodeClass is not ready, as a sentence
 */
export function toNotReady(
  nodeClass: NodeClassDefinition | undefined,
  detail: string | null,
  isBeingDeleted: boolean,
): NotReady | null {
  if (isBeingDeleted) {
    return { cause: 'BeingDeleted', detail: 'the NodePool is being deleted', field: null };
  }
  if (detail === null) return null;
  if (nodeClass === undefined) return { cause: 'NodeClassMissing', detail, field: null };
  const [problem] = nodeClass.resolution?.problems ?? [];
  const field = problem === undefined ? null : fieldOfCondition[problem.condition];
  return { cause: 'NodeClassNotReady', detail, field };
}
