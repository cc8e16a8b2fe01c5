import type { ClusterId } from '@kerf/core';
import type { DefinitionKind } from '../domain/definition/definition.js';
import { done, type JobOutcome } from '../domain/use-case-outcome.js';
import type { Ports } from '../ports/ports.js';
import { recordNodePoolDeletion } from '../recording/record-deletion.js';
import { connectionOf, requireCluster, requireKnown } from '../snapshot/require-cluster.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';

/**
 * Writes a definition of the API to its cluster. When it was deleted, removes the object and the
 * nodes of a NodePool, as Karpenter does.
 */
export async function syncDefinition(
  ports: Pick<Ports, 'store' | 'gateway' | 'clock' | 'ids' | 'digest' | 'cache'>,
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
  } else if (definition.source === 'Api') {
    await ports.gateway.applyDefinition(connectionOf(cluster), definition);
  }
  return done;
}
