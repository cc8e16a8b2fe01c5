import type { Clock, ClusterEvent } from '@kerf/application';
import { hasErrorCode, managedByKerf, toRecord, toTextOrNull, toTimestamp } from '@kerf/core';
import { CoreV1Api } from '@kubernetes/client-node';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { createTypedApi } from '../connect/typed-api.js';
import { objectPath, resources } from '../watch/resources.js';
import { findObject, mergePatch } from './change-object.js';

const apiVersionByKind = {
  Pod: 'v1',
  Node: 'v1',
  NodeClaim: 'karpenter.sh/v1',
  NodePool: 'karpenter.sh/v1',
  EC2NodeClass: 'karpenter.k8s.aws/v1',
  NodeOverlay: 'karpenter.sh/v1alpha1',
  CapacityBuffer: 'autoscaling.x-k8s.io/v1beta1',
} as const;

const resourceByKind = {
  Pod: resources.pods,
  Node: resources.nodes,
  NodeClaim: resources.nodeClaims,
  NodePool: resources.nodePools,
  EC2NodeClass: resources.ec2NodeClasses,
  NodeOverlay: resources.nodeOverlays,
  CapacityBuffer: resources.capacityBuffers,
} as const;

/** The API server's limit. */
const maxMessageLength = 1_024;
/** Limit per cluster, the same as in client-go. */
const maxRemembered = 4_096;

interface Written {
  readonly name: string;
  readonly count: number;
}

/**
 * Writes Events as client-go does: a repeated Event about the same object increases the count of
 * the existing one. Written Events are remembered, because Kerf has no permission to read Events.
 */
export class EventWriter {
  readonly #written = new WeakMap<ClusterConnection, Map<string, Written>>();
  readonly #clock: Clock;
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async write(connection: ClusterConnection, event: ClusterEvent): Promise<void> {
    const written = this.#writtenTo(connection);
    const message = event.message.slice(0, maxMessageLength);
    const key = JSON.stringify([event.about, event.type, event.reason, message]);
    const known = written.get(key);
    written.delete(key);
    const count = (known?.count ?? 0) + 1;
    const again =
      known !== undefined && (await this.#repeat(connection, event, { ...known, count }));
    const name = again ? known.name : await this.#create(connection, { ...event, message });
    written.set(key, { name, count: again ? count : 1 });
    const [oldest] = written.keys();
    if (written.size > maxRemembered && oldest !== undefined) written.delete(oldest);
  }

  #writtenTo(connection: ClusterConnection): Map<string, Written> {
    const known = this.#written.get(connection) ?? new Map<string, Written>();
    this.#written.set(connection, known);
    return known;
  }

  /** @returns false if the Event no longer exists; a server keeps Events for an hour */
  async #repeat(
    connection: ClusterConnection,
    event: ClusterEvent,
    { name, count }: Written,
  ): Promise<boolean> {
    const namespace = encodeURIComponent(namespaceOf(event));
    try {
      await connection.text({
        method: 'PATCH',
        path: `/api/v1/namespaces/${namespace}/events/${encodeURIComponent(name)}`,
        contentType: mergePatch,
        body: { count, lastTimestamp: toTimestamp(this.#clock.now()) },
      });
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'CLUSTER.NOT_FOUND')) return false;
      throw error;
    }
  }

  /** @returns the Event's name */
  async #create(connection: ClusterConnection, event: ClusterEvent): Promise<string> {
    const { about, type, reason, message } = event;
    const namespace = namespaceOf(event);
    const now = new Date(this.#clock.now());
    this.#sequence += 1;
    // A name has at most 253 characters, and none of its parts ends in a dash.
    const stem = about.name.slice(0, 200).replace(/[^a-z0-9]+$/, '');
    const name = `${stem}.${now.getTime().toString(16)}${this.#sequence.toString(16).padStart(4, '0')}`;
    const uid = about.uid ?? (await findUid(connection, about));
    await createTypedApi(CoreV1Api, connection).createNamespacedEvent({
      namespace,
      body: {
        metadata: { namespace, name },
        involvedObject: {
          apiVersion: apiVersionByKind[about.kind],
          kind: about.kind,
          name: about.name,
          ...(uid !== null && { uid }),
          ...(about.namespace !== undefined && { namespace: about.namespace }),
        },
        type,
        reason,
        message,
        source: { component: managedByKerf },
        reportingComponent: managedByKerf,
        reportingInstance: '',
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      },
    });
    return name;
  }
}

/** Events about cluster-scoped objects are written to this namespace, where kubectl reads them. */
const namespaceOf = ({ about }: ClusterEvent): string => about.namespace ?? 'default';

/** UID by which `kubectl describe` finds Events; `null` for a deleted object. */
async function findUid(
  connection: ClusterConnection,
  { kind, name }: ClusterEvent['about'],
): Promise<string | null> {
  const object = await findObject(connection, objectPath(resourceByKind[kind], name));
  return toTextOrNull(toRecord(toRecord(object)['metadata'])['uid']);
}
