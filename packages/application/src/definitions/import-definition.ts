import { AppError, type ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type { Definition, DefinitionFinding } from '../domain/definition/definition.js';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import { hasObjectMetadata } from '../domain/definition/object-metadata.js';
import { shorten } from '../domain/text/shorten.js';
import { recordNodePoolDeletion } from '../node-claims/api.js';
import type { DefinitionEvent } from '../ports/cluster-cache.js';
import type { DocumentReading } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { forgetIneffectiveFields } from './ineffective-fields.js';
import { toKnownNodePools } from './known-node-pools.js';
import { clearRefusal, recordRefusal } from './record-refusal.js';
import { recordObjectState, saveDefinition } from './save-definition.js';

type ImportPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'cache'>;

/**
 * Imports a change of a NodePool or EC2NodeClass object of a cluster. An object that Kerf manages
 * keeps Kerf's definition: changes made in the cluster are overwritten. For any other object the
 * cluster is the source: its definition is created, changed and deleted with it, and deleting a
 * NodePool removes its nodes.
 *
 * An object that cannot be read is refused, which is recorded with a finding until it is corrected.
 * If only disruption settings of a NodePool are unreadable, the rest is saved. Otherwise the last
 * readable definition is kept to describe existing nodes, and no longer permits anything.
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
    await compareWithDefinition(ports, clusterId, event, { current, reading });
    return;
  }
  const refusal = toRefusal(ports, clusterId, event, reading);
  const saved = reading?.definition ?? reading?.launchable ?? null;
  const { deletionRequestedAt, generation } = event;
  await ports.store.transaction(async (tx) => {
    if (refusal === null) await clearRefusal(ports, tx, clusterId, event);
    else await recordRefusal(tx, refusal);
    if (saved !== null) {
      await saveDefinition(ports, tx, {
        clusterId,
        source: 'Cluster',
        savedBy: 'cluster',
        object: { deletionRequestedAt, objectGeneration: generation },
        read: saved,
        findings: reading?.findings ?? [],
        current,
      });
    } else if (current !== null) {
      const { objectGeneration } = current;
      await recordObjectState(tx, current, { deletionRequestedAt, objectGeneration });
    }
  });
}

/** Has an object written again that differs from its definition of the API, or that has none. */
async function compareWithDefinition(
  ports: ImportPorts,
  clusterId: ClusterId,
  event: DefinitionEvent,
  {
    current,
    reading,
  }: { readonly current: Definition | null; readonly reading: DocumentReading | undefined },
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    await clearRefusal(ports, tx, clusterId, event);
    if (current === null || !isInStep(ports, current, reading)) {
      await requestSync(ports, tx, clusterId, event);
      return;
    }
    const { deletionRequestedAt } = current;
    const state = { deletionRequestedAt, objectGeneration: event.generation };
    await recordObjectState(tx, current, state);
  });
}

/** Returns the refusal of an object that cannot be read; `null` for a readable one. */
function toRefusal(
  { clock }: Pick<Ports, 'clock'>,
  clusterId: ClusterId,
  { kind, name, generation }: DefinitionEvent,
  reading: DocumentReading | undefined,
): DefinitionRefusal | null {
  if (reading !== undefined && reading.definition !== null) return null;
  const errors = reading?.findings.filter(({ severity }) => severity === 'Error') ?? [];
  return {
    clusterId,
    kind,
    name,
    generation,
    extent: reading === undefined || reading.launchable === null ? 'Everything' : 'Disruption',
    field: errors[0]?.path ?? '',
    message: problemsText(errors),
    refusedAt: clock.now(),
  };
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

/** Each pod and node that it concerns has the text in its reasons. */
const maxProblems = 3;
const maxTextLength = 1_000;

function problemsText(errors: readonly DefinitionFinding[]): string {
  const [first, ...others] = errors.map(({ path, message }) => `${path}: ${message}`);
  if (first === undefined) return 'the object is invalid';
  const more = others.length + 1 - maxProblems;
  const shown = [first, ...others.slice(0, maxProblems - 1)].join('; ');
  return `${shorten(shown, maxTextLength)}${more > 0 ? `; and ${more} more` : ''}`;
}

function isInStep(
  ports: Pick<Ports, 'digest'>,
  current: Definition,
  reading: DocumentReading | undefined,
): boolean {
  const spec = reading?.definition?.spec;
  if (spec === undefined) return false;
  const { objectMetadata: wanted, ...before } = current.spec;
  const { objectMetadata: found, ...now } = spec;
  // Labels and annotations of other writers stay, and would be found again after each write.
  return ports.digest.of(before) === ports.digest.of(now) && hasObjectMetadata(found, wanted);
}

async function forget(
  ports: ImportPorts,
  clusterId: ClusterId,
  event: DefinitionEvent,
  current: Definition | null,
): Promise<void> {
  // An object that was never accepted has left only its refusal.
  if (current === null) {
    await ports.store.transaction((tx) => clearRefusal(ports, tx, clusterId, event));
    return;
  }
  if (current.source === 'Api') {
    await ports.store.transaction((tx) => requestSync(ports, tx, clusterId, event));
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
    await clearRefusal(ports, tx, clusterId, event);
    await tx.changes.publish({
      topic: 'definition',
      clusterId,
      id: current.id,
      version: current.version,
    });
  });
}

const requestSync = (
  { clock }: Pick<Ports, 'clock'>,
  tx: Repositories,
  clusterId: ClusterId,
  { kind, name }: DefinitionEvent,
): Promise<void> =>
  tx.outbox.add([
    { message: { type: 'definition.sync', clusterId, kind, name }, deliverAt: clock.now() },
  ]);
