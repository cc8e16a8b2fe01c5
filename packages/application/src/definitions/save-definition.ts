import { AppError, type ClusterId } from '@kerf/core';
import type {
  Definition,
  DefinitionFinding,
  DefinitionObjectState,
  DefinitionRevision,
  DefinitionSource,
} from '../domain/definition/definition.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { ReadDefinition } from '../ports/manifest-reader.js';
import type { OutboxMessage } from '../ports/outbox-message.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { recordIneffectiveFields } from './ineffective-fields.js';
import { clearRefusal } from './record-refusal.js';

interface SaveDefinition {
  readonly clusterId: ClusterId;
  readonly source: DefinitionSource;
  readonly savedBy: string;
  /** The state of its object; that of a new definition of the API is unknown. */
  readonly object: DefinitionObjectState;
  readonly read: ReadDefinition;
  readonly findings: readonly DefinitionFinding[];
  readonly current: Definition | null;
}

/**
 * Saves a definition as the next revision, in the caller's transaction, and requests the follow-up
 * jobs: the sync to the cluster (for definitions of the API), the resolution of an EC2NodeClass,
 * and the nodes of a static NodePool.
 * @returns `null` when nothing differs from the stored definition
 * @throws STATE.CONFLICT when it was changed meanwhile
 */
export async function saveDefinition(
  ports: Pick<Ports, 'clock' | 'ids' | 'digest'>,
  tx: Repositories,
  input: SaveDefinition,
): Promise<Definition | null> {
  const { current, read, source } = input;
  if (current !== null && isSameDefinition(ports, current, input)) {
    await recordObjectState(tx, current, input.object);
    return null;
  }
  const now = ports.clock.now();
  const next = toDefinition(ports, input);
  const revision: DefinitionRevision = {
    revision: next.revision,
    spec: read.spec,
    savedAt: now,
    savedBy: input.savedBy,
    findings: input.findings,
  };
  const saved = await store(tx, next, { revision, isNew: current === null });
  // An object of the cluster with its name does not define anything any more.
  if (source === 'Api') await clearRefusal(ports, tx, input.clusterId, next);
  await recordIneffectiveFields(tx, next, now);
  const { clusterId } = input;
  const messages: OutboxMessage[] = [
    ...(source === 'Api'
      ? [{ type: 'definition.sync' as const, clusterId, kind: read.kind, name: read.name }]
      : []),
    ...(read.kind === 'EC2NodeClass'
      ? [{ type: 'catalog.resolve-node-class' as const, clusterId, name: read.name }]
      : []),
    ...(next.kind === 'NodePool' && isStaticPool(next)
      ? [{ type: 'provisioning.reconcile-static-pools' as const, clusterId }]
      : []),
  ];
  await tx.outbox.add(messages.map((message) => ({ message, deliverAt: now })));
  const { id, version } = saved;
  await tx.changes.publish({ topic: 'definition', clusterId, id, version });
  return saved;
}

/** Records the state of the object of an unchanged definition. */
export async function recordObjectState(
  tx: Repositories,
  definition: Definition,
  state: DefinitionObjectState,
): Promise<void> {
  const { deletionRequestedAt, objectGeneration } = state;
  const isSame =
    definition.deletionRequestedAt === deletionRequestedAt &&
    definition.objectGeneration === objectGeneration;
  if (isSame) return;
  if (!(await tx.definitions.saveObjectState(definition, state)))
    throw changedMeanwhile(definition);
  const { clusterId, id, version } = definition;
  await tx.changes.publish({ topic: 'definition', clusterId, id, version });
}

const changedMeanwhile = ({ kind, name }: Definition): AppError =>
  new AppError({
    code: 'STATE.CONFLICT',
    message: `${kind} ${name} was changed at the same time.`,
    retry: { kind: 'backoff' },
  });

async function store(
  tx: Repositories,
  definition: Definition,
  { revision, isNew }: { readonly revision: DefinitionRevision; readonly isNew: boolean },
): Promise<Definition> {
  if (isNew) {
    await tx.definitions.insert(definition, revision);
    return definition;
  }
  const saved = await tx.definitions.save(definition, revision);
  if (saved !== null) return saved;
  throw changedMeanwhile(definition);
}

/** Returns whether saving would change nothing. */
export function isSameDefinition(
  ports: Pick<Ports, 'digest'>,
  current: Definition,
  { source, read }: Pick<SaveDefinition, 'source' | 'read'>,
): boolean {
  return current.source === source && ports.digest.of(current.spec) === ports.digest.of(read.spec);
}

function toDefinition(ports: Pick<Ports, 'clock' | 'ids'>, input: SaveDefinition): Definition {
  const { current, read } = input;
  const now = ports.clock.now();
  const record = {
    clusterId: input.clusterId,
    name: read.name,
    source: input.source,
    revision: (current?.revision ?? 0) + 1,
    driftHash: read.driftHash,
    ...input.object,
    createdAt: current?.createdAt ?? now,
    updatedAt: now,
    version: current?.version ?? 1,
  };
  return read.kind === 'NodePool'
    ? { ...record, kind: 'NodePool', id: current?.id ?? ports.ids.next('npl'), spec: read.spec }
    : {
        ...record,
        kind: 'EC2NodeClass',
        id: current?.id ?? ports.ids.next('ncs'),
        spec: read.spec,
        // The resolution of the old selectors stays in force until the new ones are resolved.
        resolution: current?.kind === 'EC2NodeClass' ? current.resolution : null,
      };
}
