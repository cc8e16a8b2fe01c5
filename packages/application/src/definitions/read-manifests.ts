import type { ClusterId } from '@kerf/core';
import { requireCluster } from '../clusters/api.js';
import type {
  Definition,
  DefinitionFinding,
  DefinitionKind,
} from '../domain/definition/definition.js';
import type { Principal } from '../domain/identity/principal.js';
import type { DocumentReading, ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import { toKnownNodePools } from './known-node-pools.js';
import { listableNodeClasses } from './listable-definitions.js';

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
  ports: Pick<Ports, 'store' | 'manifests'>,
  principal: Principal,
  input: ManifestText,
): Promise<readonly ReadManifest[]> {
  const documents = await readText(ports, principal, input);
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
      const owned = ownedByCluster(current);
      // The manifest that would be saved stays readable, so that it can be compared with the object.
      return owned.length > 0
        ? refuse({ ...reading, definition }, current, owned)
        : { reading, definition, current };
    }),
  );
}

const refuse = (
  reading: DocumentReading,
  current: Definition | null,
  findings: readonly DefinitionFinding[],
): ReadManifest => ({
  reading: { ...reading, findings: [...reading.findings, ...findings] },
  definition: null,
  current,
});

async function readText(
  ports: Pick<Ports, 'store' | 'manifests'>,
  principal: Principal,
  input: ManifestText,
): Promise<readonly DocumentReading[]> {
  const cluster = await requireCluster(ports.store, input.clusterId);
  return ports.manifests.readText(input.text, {
    clusterName: cluster.name,
    replacePlaceholders: input.replacePlaceholders,
    defaultNodeClass: input.defaultNodeClass,
    knownNodeClasses: await listableNodeClasses(ports.store, principal, input.clusterId),
    knownNodePools: toKnownNodePools(await ports.store.definitions.nodePools(input.clusterId)),
    kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
  }).documents;
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
