import type { NotReady } from '@kerf/engine';
import type { NodeClassDefinition, NodeClassProblem } from '../definition/definition.js';

/** The field that each condition of a node class depends on. */
const fieldOfCondition: Readonly<Record<NodeClassProblem['condition'], string>> = {
  SubnetsReady: 'spec.subnetSelectorTerms',
  SecurityGroupsReady: 'spec.securityGroupSelectorTerms',
  AMIsReady: 'spec.amiSelectorTerms',
  InstanceProfileReady: 'spec.role',
  ValidationSucceeded: 'spec',
};

/**
 * What keeps a pool from being used, for the engine; `null` when nothing does.
 * @param nodeClass of the pool; `undefined` when it does not exist
 * @param detail why its node class is not ready, in a sentence
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
