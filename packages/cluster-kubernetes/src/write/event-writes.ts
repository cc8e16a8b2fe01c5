import { hash } from 'node:crypto';
import type { Clock, ClusterEvent } from '@kerf/application';
import { hasErrorCode, managedByKerf } from '@kerf/core';
import { CoreV1Api } from '@kubernetes/client-node';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { createTypedApi } from '../connect/typed-api.js';
import { toTimestamp } from '../definitions/conditions.js';

const apiVersionByKind = {
  Pod: 'v1',
  Node: 'v1',
  NodeClaim: 'karpenter.sh/v1',
  NodePool: 'karpenter.sh/v1',
} as const;

/** The API server's limit. */
const longestMessage = 1_024;

/**
 * Records an Event. One that says the same of the same object is the same Event, seen again: its
 * name is a digest of what it says, so telling it twice does not fill the list.
 */
export async function recordEvent(
  connection: ClusterConnection,
  clock: Clock,
  event: ClusterEvent,
): Promise<void> {
  const { about, type, reason } = event;
  // Events about objects outside namespaces are kept here, where kubectl looks for them.
  const namespace = about.namespace ?? 'default';
  const message = event.message.slice(0, longestMessage);
  const digest = hash('sha256', JSON.stringify([about, type, reason, message]), 'hex').slice(0, 16);
  // A name has at most 253 characters, and none of its parts ends in a dash.
  const name = `${about.name.slice(0, 200).replace(/[^a-z0-9]+$/, '')}.${digest}`;
  const now = new Date(clock.now());
  try {
    await createTypedApi(CoreV1Api, connection).createNamespacedEvent({
      namespace,
      body: {
        metadata: { namespace, name },
        involvedObject: {
          apiVersion: apiVersionByKind[about.kind],
          kind: about.kind,
          name: about.name,
          uid: about.uid,
          ...(about.namespace !== undefined && { namespace: about.namespace }),
        },
        type,
        reason,
        message,
        source: { component: managedByKerf },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      },
    });
  } catch (error) {
    if (!hasErrorCode(error, 'CLUSTER.CONFLICT')) throw error;
    await connection.text({
      method: 'PATCH',
      path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/events/${encodeURIComponent(name)}`,
      contentType: 'application/merge-patch+json',
      body: { lastTimestamp: toTimestamp(clock.now()) },
    });
  }
}
