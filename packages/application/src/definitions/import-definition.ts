import { AppError, type ClusterId } from '@kerf/core';
import type { Definition } from '../domain/definition/definition.js';
import type { DefinitionEvent } from '../ports/cluster-cache.js';
import type { DocumentReading } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { recordNodePoolDeletion } from '../recording/record-deletion.js';
import { requireCluster } from '../snapshot/require-cluster.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { forgetIneffectiveFields } from './ineffective-fields.js';
import { toKnownNodePools } from './known-node-pools.js';
import { saveDefinition } from './save-definition.js';

type ImportPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'cache'>;

/**
 * Imports a change of a NodePool or EC2NodeClass object of a cluster. An object that Kerf manages
 * keeps Kerf's definition: changes made in the cluster are overwritten. For any other object the
 * cluster is the source: its definition is created, changed and deleted with it, and deleting a
 * NodePool removes its nodes. An object that cannot be read causes a finding, and its last readable
 * definition stays in force.
 */
export async function importDefinition(
  ports: ImportPorts,
  clusterId: ClusterId,
  event: DefinitionEvent,
): Promise<void> {
  const current = await ports.store.definitions.find(clusterId, event.kind, event.name);
  if (event.object === null) {
    await forget(ports, clusterId, event, current);
    return;
  }
  const reading = await read(ports, clusterId, event);
  if (event.managedByKerf || current?.source === 'Api') {
    if (!isInStep(ports, current, reading)) await requestSync(ports, clusterId, event);
    return;
  }
  await ports.store.transaction(async (tx) => {
    const object = `${event.kind}/${event.name}`;
    if (reading === undefined || reading.definition === null) {
      await tx.findings.record({
        clusterId,
        code: 'DEFINITION_REFUSED',
        object,
        message: problemsOf(reading),
        at: ports.clock.now(),
      });
      return;
    }
    await tx.findings.clear(clusterId, 'DEFINITION_REFUSED', object);
    await saveDefinition(ports, tx, {
      clusterId,
      source: 'Cluster',
      savedBy: 'cluster',
      deletionRequestedAt: event.deletionRequestedAt,
      read: reading.definition,
      findings: reading.findings,
      current,
    });
  });
}

async function read(
  ports: ImportPorts,
  clusterId: ClusterId,
  event: DefinitionEvent,
): Promise<DocumentReading | undefined> {
  const cluster = await requireCluster(ports.store, clusterId);
  const nodeClasses = await ports.store.definitions.nodeClasses(clusterId);
  const nodePools = await ports.store.definitions.nodePools(clusterId);
  const madeAt = event.createdAt ?? 0;
  return ports.manifests.readObject(event.object, {
    clusterName: cluster.name,
    replacePlaceholders: false,
    defaultNodeClass: null,
    knownNodeClasses: nodeClasses.map(({ name }) => name),
    // An object that was deleted and recreated while Kerf was not watching is another NodePool.
    knownNodePools: toKnownNodePools(nodePools.filter(({ createdAt }) => createdAt >= madeAt)),
    kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
  }).documents[0];
}

function isInStep(
  ports: Pick<Ports, 'digest'>,
  current: Definition | null,
  reading: DocumentReading | undefined,
): boolean {
  const spec = reading?.definition?.spec;
  return (
    current !== null &&
    spec !== undefined &&
    ports.digest.of(current.spec) === ports.digest.of(spec)
  );
}

async function forget(
  ports: ImportPorts,
  clusterId: ClusterId,
  event: DefinitionEvent,
  current: Definition | null,
): Promise<void> {
  // An object that was never accepted has left only its finding.
  if (current === null) {
    await ports.store.findings.clear(
      clusterId,
      'DEFINITION_REFUSED',
      `${event.kind}/${event.name}`,
    );
    return;
  }
  if (current.source === 'Api') {
    await requestSync(ports, clusterId, event);
    return;
  }
  const { mode } = await requireCluster(ports.store, clusterId);
  const view = viewIfSynced(ports, clusterId);
  await ports.store.transaction(async (tx: Repositories) => {
    if (!(await tx.definitions.remove(current))) {
      throw new AppError({
        code: 'STATE.CONFLICT',
        message: `${event.kind} ${event.name} was changed at the same time.`,
        retry: { kind: 'backoff' },
      });
    }
    if (current.kind === 'NodePool' && mode !== 'observe') {
      await recordNodePoolDeletion(ports, tx, { clusterId, name: current.name, view });
    }
    await forgetIneffectiveFields(tx, current);
    await tx.findings.clear(clusterId, 'DEFINITION_REFUSED', `${event.kind}/${event.name}`);
    await tx.changes.publish({
      topic: 'definition',
      clusterId,
      id: current.id,
      version: current.version,
    });
  });
}

async function requestSync(
  ports: ImportPorts,
  clusterId: ClusterId,
  { kind, name }: DefinitionEvent,
): Promise<void> {
  await ports.store.transaction((tx) =>
    tx.outbox.add([
      {
        message: { type: 'definition.sync', clusterId, kind, name },
        deliverAt: ports.clock.now(),
      },
    ]),
  );
}

function problemsOf(reading: DocumentReading | undefined): string {
  const errors = reading?.findings.filter(({ severity }) => severity === 'Error') ?? [];
  return (
    errors.map(({ path, message }) => `${path}: ${message}`).join('; ') || 'the object is invalid'
  );
}
