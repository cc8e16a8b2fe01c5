import {
  type BindingScope,
  canSomewhere,
  type Principal,
  type Repositories,
  type TeamOwnership,
} from '@kerf/application';
import { ok } from '@kerf/core';
import { type Outcome, refuse } from '../../contract/outcome.js';
import { words } from '../../contract/words.js';
import type { AccessScopeInput, TeamOwnershipInput } from '../../generated/schema-types.js';

/**
 * Returns the scope, or which field is missing or does not belong to its kind. A cluster is named by its ID, or by
 * its name if the caller sees it; whether it exists is checked later.
 */
export async function toScope(
  { clusters }: { readonly clusters: Pick<Repositories['clusters'], 'find' | 'findByName'> },
  principal: Principal,
  given: AccessScopeInput,
): Promise<Outcome<BindingScope>> {
  const scope = readScope(given);
  if (!scope.ok || !('clusterId' in scope.value)) return scope;
  const { clusterId: idOrName } = scope.value;
  if ((await clusters.find(idOrName)) !== null) return scope;
  const named = await clusters.findByName(idOrName);
  const isSeen = named !== null && canSomewhere(principal, 'cluster.read', named.id).isAllowed;
  return isSeen ? ok({ ...scope.value, clusterId: named.id }) : scope;
}

function readScope({ kind, teamId, clusterId, nodePool }: AccessScopeInput): Outcome<BindingScope> {
  const given = { teamId, clusterId, nodePool };
  const missing = (field: keyof typeof given) =>
    refuse('INVALID', `is required for the kind ${words.AccessScopeKind[kind]}`, `scope.${field}`);
  for (const [field, value] of Object.entries(given)) {
    const isUsed = fieldsOf[kind].some((name) => name === field);
    if (!isUsed && value !== undefined && value !== null) {
      return refuse(
        'INVALID',
        `must be absent for the kind ${words.AccessScopeKind[kind]}`,
        `scope.${field}`,
      );
    }
  }
  if (kind === 'Organization') return ok({ kind });
  if (kind === 'Team') return hasText(teamId) ? ok({ kind, teamId }) : missing('teamId');
  if (!hasText(clusterId)) return missing('clusterId');
  if (kind === 'Cluster') return ok({ kind, clusterId });
  return hasText(nodePool) ? ok({ kind, clusterId, nodePool }) : missing('nodePool');
}

const fieldsOf: Readonly<Record<BindingScope['kind'], readonly string[]>> = {
  Organization: [],
  Team: ['teamId'],
  Cluster: ['clusterId'],
  NodePool: ['clusterId', 'nodePool'],
};

const hasText = (value: string | null | undefined): value is string =>
  typeof value === 'string' && value !== '';

export function toOwnership({ kind, clusterId, name }: TeamOwnershipInput): TeamOwnership {
  switch (kind) {
    case 'Cluster':
      return { kind, clusterId };
    case 'NodePool':
      return { kind, clusterId, nodePool: name ?? '' };
    default:
      return { kind, clusterId, namespace: name ?? '' };
  }
}
