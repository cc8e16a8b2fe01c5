import type { ClusterId } from '@kerf/core';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Repositories } from '../ports/store.js';

/** Returns the messages that write every definition of the API into its cluster again. */
export async function definitionSyncs(
  { definitions }: Pick<Repositories, 'definitions'>,
  clusterId: ClusterId,
): Promise<readonly OutboxMessage[]> {
  const all = [
    ...(await definitions.nodePools(clusterId)),
    ...(await definitions.nodeClasses(clusterId)),
  ];
  return all
    .filter(({ source }) => source === 'Api')
    .map(({ kind, name }) => ({ type: 'definition.sync', clusterId, kind, name }) as const);
}
