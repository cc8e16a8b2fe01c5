import type { ClusterId } from '@kerf/core';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { Ports } from '../ports/ports.js';
import { done, type JobOutcome } from '../use-case-outcome.js';
import type { DefinitionKind } from './definition.js';

/** Writes a definition of the API into its cluster, or takes it out when it was deleted. */
export async function mirrorDefinition(
  ports: Pick<Ports, 'store' | 'gateway'>,
  input: { readonly clusterId: ClusterId; readonly kind: DefinitionKind; readonly name: string },
): Promise<JobOutcome> {
  const { clusterId, kind, name } = input;
  const cluster = requireKnown(await requireCluster(ports.store, clusterId));
  if (cluster.mode === 'observe') return done;
  const definition = await ports.store.definitions.find(clusterId, kind, name);
  if (definition === null) {
    await ports.gateway.removeDefinition(connectionOf(cluster), kind, name);
  } else if (definition.source === 'Api') {
    await ports.gateway.applyDefinition(connectionOf(cluster), definition);
  }
  return done;
}
