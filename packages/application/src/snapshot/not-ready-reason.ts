import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import {
  type DefinitionRefusal,
  launchRefusalOf,
  refusalOf,
  refusalText,
} from '../domain/definition/definition-refusal.js';
import type { ClusterView } from '../ports/cluster-cache.js';

/** Facts that readiness depends on. */
export interface ReadinessFacts {
  readonly nodeClasses: readonly NodeClassDefinition[];
  readonly refusals: readonly DefinitionRefusal[];
  /**
   * The EC2NodeClasses as the cluster shows them, for decisions: newer than the recorded ones.
   * `null` while it is not known.
   */
  readonly shown: Pick<ClusterView, 'nodeClassObjects'> | null;
}

/** Returns why a NodePool cannot be used, as a sentence; `null` when it is ready. */
export function notReadyReason(pool: NodePoolDefinition, facts: ReadinessFacts): string | null {
  const refusal = launchRefusalOf(facts.refusals, pool);
  return refusal === undefined
    ? notReadyClassReason(pool.spec.template.spec.nodeClassRef.name, facts)
    : refusalText(refusal);
}

/** Returns why an EC2NodeClass cannot be used, as a sentence; `null` when it is ready. */
export function notReadyClassReason(
  name: string,
  { nodeClasses, refusals, shown }: ReadinessFacts,
): string | null {
  const refusal = refusalOf(refusals, { kind: 'EC2NodeClass', name });
  if (refusal !== undefined) return refusalText(refusal);
  const nodeClass = nodeClasses.find((candidate) => candidate.name === name);
  if (nodeClass === undefined) return `EC2NodeClass ${name} not found`;
  // An EC2NodeClass that was written through the API is created again when its object is deleted.
  const isBeingDeleted =
    nodeClass.source === 'Cluster' &&
    shown?.nodeClassObjects.some((object) => object.name === name && object.isBeingDeleted);
  if (isBeingDeleted === true || nodeClass.deletionRequestedAt !== null)
    return `EC2NodeClass ${name} is being deleted`;
  if (nodeClass.resolution === null) return `EC2NodeClass ${name} is not resolved yet`;
  const [problem] = nodeClass.resolution.problems;
  return problem === undefined ? null : `EC2NodeClass ${name} is not ready: ${problem.message}`;
}
