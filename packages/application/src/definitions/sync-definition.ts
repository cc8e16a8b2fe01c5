import type { ClusterId, DurationMs } from '@kerf/core';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/api.js';
import type { DefinitionKind } from '../domain/definition/definition.js';
import { done, type JobOutcome, waitFor } from '../domain/use-case-outcome.js';
import { recordNodePoolDeletion } from '../node-claims/api.js';
import type { Ports } from '../ports/ports.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { claimsOfNodeClass } from './claims-of-node-class.js';

type SyncPorts = Pick<Ports, 'store' | 'gateway' | 'clock' | 'ids' | 'digest' | 'cache' | 'cloud'>;

/** How often NodeClaims of a deleted EC2NodeClass are counted, and mode `observe` is checked. */
const recheckMs: DurationMs = 60_000;
/** How often NodeClaims of a deleted NodePool are checked whose instances are being launched. */
const launchRecheckMs: DurationMs = 5_000;

/**
 * Writes a definition of the API to its cluster. When it was deleted, removes the object, the nodes
 * of a NodePool, also those that are being launched, and the instance profiles of an EC2NodeClass
 * once no NodeClaim uses it, as Karpenter does. In mode `observe`, a deletion waits for another mode.
 * @throws CLOUD.UNAUTHORIZED without the permission to delete instance profiles
 */
export async function syncDefinition(
  ports: SyncPorts,
  input: { readonly clusterId: ClusterId; readonly kind: DefinitionKind; readonly name: string },
): Promise<JobOutcome> {
  const { clusterId, kind, name } = input;
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  const definition = await ports.store.definitions.find(clusterId, kind, name);
  // Nothing else asks for a deletion again; definitions are written when the mode changes.
  if (cluster.mode === 'observe') return definition === null ? waitFor(recheckMs) : done;
  if (definition === null) {
    if (kind === 'NodePool') {
      const view = viewIfSynced(ports, clusterId);
      const isLaunching = await ports.store.transaction(async (tx) => {
        await recordNodePoolDeletion(ports, tx, { clusterId, name, view });
        const launching = await tx.nodeClaims.inStates(clusterId, ['Launching']);
        return launching.some(({ nodePool }) => nodePool === name);
      });
      // The object stays, so that a worker that starts meanwhile requests the deletion again.
      if (isLaunching) return waitFor(launchRecheckMs);
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
  if (claims.length > 0) return waitFor(recheckMs);
  await cloud.deleteInstanceProfiles(cloudTargetOf(cluster), [name]);
  return done;
}
