import { type ClusterId, nodeClassFinalizer } from '@kerf/core';
import {
  cloudTargetOf,
  connectionOf,
  type KnownCluster,
  requireCluster,
  requireKnown,
} from '../clusters/api.js';
import type { Cluster } from '../domain/cluster/cluster.js';
import { named, Sweep } from '../domain/operation/sweep.js';
import type { ClusterView, NodeClassObject } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { nodeClassInUse } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { claimsOfNodeClass } from './claims-of-node-class.js';

type HoldPorts = Pick<Ports, 'store' | 'cache' | 'gateway' | 'cloud' | 'events' | 'clock'>;

/**
 * Puts Karpenter's finalizer on the EC2NodeClasses of a cluster, so that a deletion waits until no
 * NodeClaim uses the EC2NodeClass any more. Then its instance profiles are deleted and the finalizer
 * is removed, also one that an earlier Karpenter put on it. Objects that Kerf writes from its own
 * definitions have none: a deleted one is written again. In mode `observe` nothing is changed; a
 * finding names the deleted objects that wait.
 * Source: karpenter-provider-aws controllers/nodeclass/controller.go @v1.14.1.
 * @throws CLOUD.UNAUTHORIZED without the permission to delete instance profiles, after the others
 * have been handled
 */
export async function holdNodeClasses(ports: HoldPorts, clusterId: ClusterId): Promise<void> {
  const { store, gateway } = ports;
  const view = viewIfSynced(ports, clusterId);
  if (view === null) return;
  const due = view.nodeClassObjects.filter(({ isHeld, isBeingDeleted }) =>
    isBeingDeleted ? isHeld : !isHeld,
  );
  const known = await requireCluster(store, clusterId);
  await reportWaiting(ports, known, due);
  if (due.length === 0 || known.mode === 'observe') return;
  const cluster = requireKnown(known);
  const definitions = await store.definitions.nodeClasses(clusterId);
  const own = new Set(definitions.filter(({ source }) => source === 'Api').map(({ name }) => name));
  const sweep = new Sweep();
  await sweep.each(
    due,
    ({ name }) => named('EC2NodeClass', name),
    async (object) => {
      if (object.isBeingDeleted) await release(ports, { cluster, view, own }, object);
      else if (!own.has(object.name))
        await gateway.holdNodeClass(connectionOf(cluster), object.name);
    },
  );
  sweep.conclude();
}

interface Held {
  readonly cluster: KnownCluster;
  readonly view: ClusterView;
  /** The names of the EC2NodeClasses that Kerf writes from its own definitions. */
  readonly own: ReadonlySet<string>;
}

/** Removes the finalizer of a deleted EC2NodeClass, unless NodeClaims use it. */
async function release(
  ports: HoldPorts,
  { cluster, view, own }: Held,
  object: NodeClassObject,
): Promise<void> {
  const { name, uid } = object;
  if (!own.has(name)) {
    const users = await claimsOf(ports, cluster.id, view, object);
    if (users.length > 0) {
      ports.events.record(cluster.id, [nodeClassInUse(object, users)]);
      return;
    }
    await ports.cloud.deleteInstanceProfiles(cloudTargetOf(cluster), [name, uid]);
  }
  await ports.gateway.releaseNodeClass(connectionOf(cluster), name);
}

/**
 * Reports deleted EC2NodeClasses that stay because of the mode `observe`. While another controller
 * acts in the cluster, they are its own.
 */
async function reportWaiting(
  ports: Pick<HoldPorts, 'store' | 'clock'>,
  { id: clusterId, mode, hold }: Pick<Cluster, 'id' | 'mode' | 'hold'>,
  due: readonly NodeClassObject[],
): Promise<void> {
  const waiting =
    mode === 'observe' && hold === null ? due.filter(({ isBeingDeleted }) => isBeingDeleted) : [];
  const at = ports.clock.now();
  await replaceFindings(
    ports,
    { clusterId, code: 'NODE_CLASS_DELETION_WAITS' },
    waiting.map(({ name }) => ({
      object: `EC2NodeClass/${name}`,
      message: `EC2NodeClass ${name} was deleted and stays: in mode observe its finalizer is not removed.`,
      remedy: `Change the mode to approve or auto, or remove the finalizer ${nodeClassFinalizer} yourself; its instance profiles then stay in IAM.`,
      at,
    })),
  );
}

/** Returns the names of the NodeClaims that use an EC2NodeClass, adopted or not. */
async function claimsOf(
  { store }: Pick<Ports, 'store'>,
  clusterId: ClusterId,
  view: ClusterView,
  { name }: NodeClassObject,
): Promise<readonly string[]> {
  const recorded = await claimsOfNodeClass(store, clusterId, name);
  const unknown = view.adoptableNodeClaims.filter(
    ({ isGone, adoptable }) => !isGone && adoptable?.nodeClass === name,
  );
  return [...new Set([...recorded, ...unknown].map((claim) => claim.name))].toSorted();
}
