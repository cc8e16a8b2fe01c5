import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type {
  Definition,
  DefinitionFinding,
  DefinitionKind,
} from '../domain/definition/definition.js';
import type { Principal } from '../domain/identity/principal.js';
import type { DocumentReading, ManifestContext, ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import { toKnownNodePools } from './known-node-pools.js';
import { listableNodeClasses } from './listable-definitions.js';
import { loadPoolCatalog, type PoolCatalog, type PoolOfferings } from './pool-offerings.js';
import { isSameDefinition } from './save-definition.js';

/** The definition that a text must describe. */
export interface DefinitionTarget {
  readonly kind: DefinitionKind;
  /** `null` allows any name. */
  readonly name: string | null;
}

/**
 * One document as it was read, with its findings and the stored definition that it would change.
 */
export interface ReadManifest {
  /** The offerings that the NodePool may launch; `null` if the document describes none. */
  readonly offerings: PoolOfferings | null;
  /** Its `definition` is what the text describes, also when only the cluster can save it. */
  readonly reading: DocumentReading;
  /** The definition to save; `null` when the document is refused. */
  readonly definition: ReadDefinition | null;
  /**
   * The stored definition with the target's name or its own, when it was read; `null` when it is
   * new.
   */
  readonly current: Definition | null;
}

/** A text with one or more manifests, and how to read it. */
export interface ManifestText {
  readonly clusterId: ClusterId;
  readonly text: string;
  readonly replacePlaceholders: boolean;
  readonly defaultNodeClass: string | null;
  /** Label of the chosen variant of refused documents, by document index. */
  readonly variants: ReadonlyMap<number, string>;
  /**
   * The one definition that the text must describe; `null` allows any number of any definitions.
   */
  readonly target: DefinitionTarget | null;
}

/**
 * Reads the documents of a text, and the definitions that are stored under their names. Findings name
 * other definitions only if the caller can list them.
 * @throws STATE.NOT_FOUND for an unknown cluster
 */
export async function readManifests(
  ports: ReadPorts,
  principal: Principal,
  input: ManifestText,
): Promise<readonly ReadManifest[]> {
  const { documents, catalog } = await readText(ports, principal, input);
  return Promise.all(
    documents.map(async (reading) => {
      const definition = reading.definition ?? chosenVariant(reading, input.variants);
      const kind = input.target?.kind ?? reading.kind;
      const name = input.target?.name ?? reading.name;
      const current =
        kind === null || name === null
          ? null
          : await ports.store.definitions.find(input.clusterId, kind, name);
      const strays = offTarget(reading, input.target, documents.length);
      if (strays.length > 0) return refuse({ ...reading, definition: null }, current, strays);
      const offerings = offeringsOf(definition, catalog);
      const read: ReadManifest = { reading, definition, current, offerings };
      const owned = ownedByCluster(current);
      // The manifest that would be saved stays readable, so that it can be compared with the object.
      if (owned.length > 0)
        return { ...refuse({ ...reading, definition }, current, owned), offerings };
      return refuseEmptyPool(ports, read);
    }),
  );
}

type ReadPorts = Pick<Ports, 'store' | 'clock' | 'digest' | 'manifests' | 'instanceTypes'>;

const refuse = (
  reading: DocumentReading,
  current: Definition | null,
  findings: readonly DefinitionFinding[],
): ReadManifest => ({
  reading: { ...reading, findings: [...reading.findings, ...findings] },
  definition: null,
  current,
  offerings: null,
});

/** Code of the finding of a NodePool for which no instance type remains. */
const emptyCode = 'NO_INSTANCE_TYPE';

/**
 * Refuses a NodePool from which no node could be launched. One that is stored like this already may be
 * sent again, and its cluster may have one: Karpenter accepts it.
 */
function refuseEmptyPool(ports: Pick<Ports, 'digest'>, read: ReadManifest): ReadManifest {
  const { reading, definition, current } = read;
  const isEmpty = reading.findings.some(({ code }) => code === emptyCode);
  if (!isEmpty || definition === null) return read;
  const isStored =
    current !== null && isSameDefinition(ports, current, { source: 'Api', read: definition });
  if (isStored) return read;
  const findings = reading.findings.map((finding) =>
    finding.code === emptyCode ? { ...finding, severity: 'Error' as const } : finding,
  );
  return { ...read, reading: { ...reading, definition, findings }, definition: null };
}

function offeringsOf(
  definition: ReadDefinition | null,
  catalog: PoolCatalog | string,
): PoolOfferings | null {
  if (definition?.kind !== 'NodePool') return null;
  return typeof catalog === 'string'
    ? { kind: 'Unknown', reason: catalog }
    : catalog.offeringsOf(definition.spec);
}

interface ReadText {
  readonly documents: readonly DocumentReading[];
  /** The instance types of the region, or why they are unknown. */
  readonly catalog: PoolCatalog | string;
}

async function readText(
  ports: ReadPorts,
  principal: Principal,
  input: ManifestText,
): Promise<ReadText> {
  const cluster = await requireCluster(ports.store, input.clusterId);
  const context: ManifestContext = {
    clusterName: cluster.name,
    replacePlaceholders: input.replacePlaceholders,
    defaultNodeClass: input.defaultNodeClass,
    knownNodeClasses: await listableNodeClasses(ports.store, principal, input.clusterId),
    knownNodePools: toKnownNodePools(await ports.store.definitions.nodePools(input.clusterId)),
    kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
  };
  const { documents } = ports.manifests.readText(input.text, context);
  const saved = documents.flatMap(({ definition }) => definition ?? []);
  // An EC2NodeClass needs no instance types, and neither does a text that is refused.
  if (saved.every(({ kind }) => kind !== 'NodePool')) return { documents, catalog: '' };
  const catalog = await loadPoolCatalog(ports, cluster, saved);
  if (typeof catalog === 'string') return { documents, catalog };
  // The EC2NodeClasses of the text decide how its NodePools are checked, so it is read again.
  return { ...ports.manifests.readText(input.text, { ...context, catalog }), catalog };
}

function chosenVariant(
  reading: DocumentReading,
  choices: ReadonlyMap<number, string>,
): ReadDefinition | null {
  const label = choices.get(reading.index);
  return reading.variants.find((variant) => variant.label === label)?.definition ?? null;
}

function ownedByCluster(current: Definition | null): readonly DefinitionFinding[] {
  if (current?.source !== 'Cluster') return [];
  const { kind, name } = current;
  const message = `${kind} ${name} is an object of the cluster. Change it there, or delete it there first.`;
  return [refusal('OWNED_BY_CLUSTER', 'metadata.name', { message, found: name })];
}

/**
 * Returns a finding when the document is not about the target. A document without kind or name is
 * already refused.
 */
function offTarget(
  { index, kind, name }: DocumentReading,
  target: DefinitionTarget | null,
  documents: number,
): readonly DefinitionFinding[] {
  if (target === null) return [];
  if (index === 1) {
    const message = `The request concerns one ${target.kind}, but the text has ${documents} documents. Send one document.`;
    return [refusal('SEVERAL_DOCUMENTS', '', { message, found: String(documents) })];
  }
  if (kind !== null && kind !== target.kind) {
    const message = `The request concerns a ${target.kind}, not a ${kind}.`;
    return [refusal('OTHER_DEFINITION', 'kind', { message, found: kind })];
  }
  if (name !== null && target.name !== null && name !== target.name) {
    const message = `The request concerns the ${target.kind} ${target.name}, which cannot be renamed. Create ${name}, then delete ${target.name}.`;
    return [refusal('OTHER_DEFINITION', 'metadata.name', { message, found: name })];
  }
  return [];
}

const refusal = (
  code: string,
  path: string,
  text: Pick<DefinitionFinding, 'message' | 'found'>,
): DefinitionFinding => ({ severity: 'Error', code, path, became: null, ...text });
