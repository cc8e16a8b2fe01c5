import type { DurationMs, Instant } from '@kerf/core';
import type { NotReady } from '@kerf/engine';
import type { NodeClassDefinition, NodeClassProblem } from '../definition/definition.js';
import type { DefinitionRefusal } from '../definition/definition-refusal.js';

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
export const firstLookUpMs: DurationMs = 60_000;

interface PoolState {
  readonly isBeingDeleted: boolean;
  /** The refusal that stops launches of the NodePool; `undefined` if there is none. */
  readonly refusal: DefinitionRefusal | undefined;
  /** The refusal of the EC2NodeClass. */
  readonly classRefusal: DefinitionRefusal | undefined;
  /** The NodePool's EC2NodeClass; `undefined` when it does not exist. */
  readonly nodeClass: NodeClassDefinition | undefined;
  /** Why the NodePool is not ready, as a sentence. */
  readonly detail: string | null;
  readonly now: Instant;
}

/** Returns why a NodePool cannot be used, in the engine's form; `null` when it is ready. */
export function toNotReady({
  isBeingDeleted,
  refusal,
  classRefusal,
  nodeClass,
  detail,
  now,
}: PoolState): NotReady | null {
  if (isBeingDeleted) {
    return { cause: 'BeingDeleted', detail: 'the NodePool is being deleted', field: null };
  }
  if (refusal !== undefined) return toUnreadable(refusal);
  if (detail === null) return null;
  if (classRefusal !== undefined) {
    return { cause: 'NodeClassNotReady', detail, field: classRefusal.field };
  }
  if (nodeClass === undefined) return { cause: 'NodeClassMissing', detail, field: null };
  const isNew = nodeClass.resolution === null && now < nodeClass.createdAt + firstLookUpMs;
  if (isNew) return { cause: 'NodeClassNew', detail, field: null };
  const [problem] = nodeClass.resolution?.problems ?? [];
  const field = problem === undefined ? null : fieldOfCondition[problem.condition];
  return { cause: 'NodeClassNotReady', detail, field };
}

/** Returns a refused NodePool object as the engine knows it. */
export const toUnreadable = ({ field, message }: DefinitionRefusal): NotReady => ({
  cause: 'ManifestUnreadable',
  detail: message,
  field,
});
