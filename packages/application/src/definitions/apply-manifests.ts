import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/require-cluster.js';
import { auditWrite } from '../identity/audit.js';
import type { Principal } from '../identity/principal.js';
import type { DocumentReading, ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { toKnownNodePools } from '../static-pools/static-pool-need.js';
import type { Definition, DefinitionFinding } from './definition.js';
import { saveDefinition } from './save-definition.js';

export interface ApplyManifestsInput {
  readonly clusterId: ClusterId;
  readonly text: string;
  readonly dryRun: boolean;
  readonly replacePlaceholders: boolean;
  readonly defaultNodeClass: string | null;
  /** For refused documents with variants: the label to take, by document index. */
  readonly variants: ReadonlyMap<number, string>;
  readonly requestId: string | null;
}

export interface AppliedManifests {
  readonly documents: readonly AppliedDocument[];
  readonly applied: boolean;
}

export interface AppliedDocument {
  readonly reading: DocumentReading;
  /** What would be, or was, saved; `null` when the document is refused. */
  readonly definition: ReadDefinition | null;
  /** What is stored under this kind and name; `null` when it is new. */
  readonly current: Definition | null;
}

type ApplyPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests'>;

/**
 * Reads manifests and saves them all, or none: when one document is refused, when a cluster owns
 * one of the names, or when only asked what would happen.
 */
export async function applyManifests(
  ports: ApplyPorts,
  principal: Principal,
  input: ApplyManifestsInput,
): Promise<AppliedManifests> {
  const documents = await readDocuments(ports, input);
  const readable = documents.flatMap(({ definition }) => (definition === null ? [] : [definition]));
  if (input.dryRun || readable.length === 0 || readable.length < documents.length) {
    return { documents, applied: false };
  }
  await ports.store.transaction(async (tx) => {
    for (const document of documents) await save(ports, tx, principal, { ...input, document });
  });
  return { documents, applied: true };
}

async function readDocuments(
  ports: ApplyPorts,
  input: ApplyManifestsInput,
): Promise<readonly AppliedDocument[]> {
  const cluster = await requireCluster(ports.store, input.clusterId);
  const nodeClasses = await ports.store.definitions.nodeClasses(input.clusterId);
  const { documents } = ports.manifests.readText(input.text, {
    clusterName: cluster.name,
    replacePlaceholders: input.replacePlaceholders,
    defaultNodeClass: input.defaultNodeClass,
    knownNodeClasses: nodeClasses.map(({ name }) => name),
    knownNodePools: toKnownNodePools(await ports.store.definitions.nodePools(input.clusterId)),
    kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
  });
  return Promise.all(
    documents.map(async (reading) => {
      const definition = reading.definition ?? chosenVariant(reading, input.variants);
      const current =
        definition === null
          ? null
          : await ports.store.definitions.find(input.clusterId, definition.kind, definition.name);
      return current?.source === 'Cluster'
        ? { reading: ownedByCluster(reading, current), definition: null, current }
        : { reading, definition, current };
    }),
  );
}

function chosenVariant(
  reading: DocumentReading,
  choices: ReadonlyMap<number, string>,
): ReadDefinition | null {
  const label = choices.get(reading.index);
  return reading.variants.find((variant) => variant.label === label)?.definition ?? null;
}

function ownedByCluster(reading: DocumentReading, current: Definition): DocumentReading {
  const finding: DefinitionFinding = {
    severity: 'Error',
    code: 'OWNED_BY_CLUSTER',
    path: 'metadata.name',
    message: `${current.kind} ${current.name} is an object of the cluster; change it there, or delete it there first`,
    found: current.name,
    became: null,
  };
  return { ...reading, definition: null, findings: [...reading.findings, finding] };
}

async function save(
  ports: ApplyPorts,
  tx: Repositories,
  principal: Principal,
  input: ApplyManifestsInput & { readonly document: AppliedDocument },
): Promise<void> {
  const { reading, definition, current } = input.document;
  if (definition === null) return;
  const saved = await saveDefinition(ports, tx, {
    clusterId: input.clusterId,
    source: 'Api',
    savedBy: principal.name,
    read: definition,
    findings: reading.findings,
    current,
  });
  if (saved === null) return;
  await auditWrite(ports, tx, principal, {
    action: current === null ? 'definition.create' : 'definition.update',
    object: { kind: definition.kind, id: saved.id, name: definition.name },
    clusterId: input.clusterId,
    before: current?.spec ?? null,
    after: definition.spec,
    requestId: input.requestId,
  });
}
