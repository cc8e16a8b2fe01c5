import type { Instant } from '@kerf/core';
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

/** EC2NodeClasses are looked up when they change, and each minute. */
const firstLookUpMs = 60_000;

/** Why a NodePool may not be used. */
export interface Readiness {
  /** The NodePool's EC2NodeClass; `undefined` when it does not exist. */
  readonly nodeClass: NodeClassDefinition | undefined;
  /** Why the EC2NodeClass is not ready, as a sentence; `null` when it is. */
  readonly detail: string | null;
  readonly isBeingDeleted: boolean;
  readonly now: Instant;
}

/** Returns why a NodePool cannot be used, in the engine's form; `null` when it is ready. */
export function toNotReady({ nodeClass, detail, isBeingDeleted, now }: Readiness): NotReady | null {
  if (isBeingDeleted) {
    return { cause: 'BeingDeleted', detail: 'the NodePool is being deleted', field: null };
  }
  if (detail === null) return null;
  if (nodeClass === undefined) return { cause: 'NodeClassMissing', detail, field: null };
  const isNew = nodeClass.resolution === null && now < nodeClass.createdAt + firstLookUpMs;
  if (isNew) return { cause: 'NodeClassNew', detail, field: null };
  const [problem] = nodeClass.resolution?.problems ?? [];
  const field = problem === undefined ? null : fieldOfCondition[problem.condition];
  return { cause: 'NodeClassNotReady', detail, field };
}
