import type { ClusterId } from '@kerf/core';
import { can, canSomewhere } from '../domain/identity/access.js';
import { definitionObject } from '../domain/identity/definition-object.js';
import type { Principal } from '../domain/identity/principal.js';
import type { ManifestContext } from '../ports/manifest-reader.js';
import type { Repositories } from '../ports/store.js';
import { toKnownNodePools } from './known-node-pools.js';

type Definitions = Pick<Repositories, 'definitions'>;

/**
 * Returns the names of a cluster's EC2NodeClasses for messages and checks; `null` for a caller who cannot
 * list them. Whoever sees a part of the cluster can.
 */
export async function listableNodeClasses(
  { definitions }: Definitions,
  principal: Principal,
  clusterId: ClusterId,
): Promise<ManifestContext['knownNodeClasses']> {
  if (!canSomewhere(principal, 'definition.read', clusterId).isAllowed) return null;
  return (await definitions.nodeClasses(clusterId)).map(({ name }) => name);
}

/** Returns a cluster's NodePools that a caller can list, as a manifest reader needs to know them. */
export async function listableNodePools(
  { definitions }: Definitions,
  principal: Principal,
  clusterId: ClusterId,
): Promise<ManifestContext['knownNodePools']> {
  const pools = await definitions.nodePools(clusterId);
  return toKnownNodePools(
    pools.filter((pool) => {
      const object = definitionObject(clusterId, pool);
      return can(principal, 'definition.read', object).isAllowed;
    }),
  );
}
