import type { ClusterId } from '@kerf/core';
import type { DefinitionKind } from '../domain/definition/definition.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { recordNodePoolDeletion } from '../recording/record-deletion.js';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../snapshot/require-cluster.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { claimsOfNodeClass } from './claims-of-node-class.js';

type SyncPorts = Pick<Ports, 'store' | 'gateway' | 'clock' | 'ids' | 'digest' | 'cache' | 'cloud'>;

/** How often NodeClaims of a deleted EC2NodeClass are counted. */
const claimsRecheckMs = 60_000;

/**
 * Writes a definition of the API to its cluster. When it was deleted, removes the object, the nodes
 * of a NodePool, and the instance profiles of an EC2NodeClass once no NodeClaim uses it, as
 * Karpenter does.
 * @throws CLOUD.UNAUTHORIZED without the permission to delete instance profiles
 */
export async function syncDefinition(
  ports: SyncPorts,
  input: { readonly clusterId: ClusterId; readonly kind: DefinitionKind; readonly name: string },
): Promise<JobOutcome> {
  const { clusterId, kind, name } = input;
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  if (cluster.mode === 'observe') return done;
  const definition = await ports.store.definitions.find(clusterId, kind, name);
  if (definition === null) {
    if (kind === 'NodePool') {
      const view = viewIfSynced(ports, clusterId);
      await ports.store.transaction((tx) =>
        recordNodePoolDeletion(ports, tx, { clusterId, name, view }),
      );
    }
    await ports.gateway.removeDefinition(connectionOf(cluster), kind, name);
    if (kind === 'EC2NodeClass') return deleteProfiles(ports, cluster, name);
  } else if (definition.source === 'Api') {
    await ports.gateway.applyDefinition(connectionOf(cluster), definition);
  }
  return done;
}

async function deleteProfiles(
  { store, cloud }: Pick<Ports, 'store' | 'cloud'>,
  cluster: KnownCluster,
  name: string,
): Promise<JobOutcome> {
  const claims = await claimsOfNodeClass(store, cluster.id, name);
  if (claims.length > 0) return waitFor(claimsRecheckMs);
  await cloud.deleteInstanceProfiles(cloudTargetOf(cluster), [name]);
  return done;
}
