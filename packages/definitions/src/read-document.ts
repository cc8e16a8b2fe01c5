import type { DocumentReading, ManifestContext, ReadDefinition } from '@kerf/application';
import { labelKeys, managedByKerf } from '@kerf/core';
import { Draft } from './conversion/draft.js';
import { convertNodeClass } from './conversion/node-class.js';
import { convertNodePool } from './conversion/node-pool.js';
import { normalizeValue } from './conversion/normalize.js';
import { type Envelope, readEnvelope } from './envelope.js';
import { FindingList, type NewFinding } from './findings/finding-list.js';
import { readLaunchable } from './launchable-definition.js';
import { knownAnnotations } from './min-saving-annotations.js';
import { readNodeClass } from './read-node-class.js';
import { readNodePool } from './read-node-pool.js';
import { readObjectMetadata, withObjectMetadata } from './read-object-metadata.js';
import { copyJson, describeType, isObject, type JsonObject } from './text/json.js';
import type { SourceMap } from './text/source-map.js';

interface DocumentInput {
  readonly index: number;
  readonly value: unknown;
  /** `null` for an object from a cluster's API. */
  readonly source: SourceMap | null;
  readonly context: ManifestContext;
  /** Problems of the text that do not prevent reading its data. */
  readonly problems: readonly NewFinding[];
}

const nothing: Envelope = { kind: null, name: null, apiVersion: null, version: null };
const noText = () => null;

/** Reads one document; never throws. */
export function readDocument(input: DocumentInput): DocumentReading {
  const { index, value, source, context, problems } = input;
  const findings = new FindingList(source?.positionOf ?? noText);
  for (const problem of problems) findings.add(problem);
  const document = openDocument(value, findings);
  if (document === null) return refusal(index, nothing, findings);
  const fill = (part: 'metadata' | 'spec'): unknown =>
    normalizeValue(document[part], [part], context, findings);
  const metadata = fill('metadata');
  const envelope = readEnvelope({ ...document, metadata }, findings);
  const { kind, version } = envelope;
  if (kind === null || version === null) return refusal(index, envelope, findings);
  // A document without a name is refused, and its other problems are still reported.
  const name = envelope.name ?? '';
  if (source !== null && isObject(value)) flagDroppedFields(value, findings);
  // Arbitrary text of other tools: nothing in it is a placeholder.
  const objectMetadata = readObjectMetadata(value, findings);

  const draft = new Draft({ metadata, spec: fill('spec') }, findings);
  if (kind === 'NodePool') convertNodePool(draft, context);
  else convertNodeClass(draft, version);
  const textAt = source?.textAt ?? noText;
  const read = (from: Draft): ReadDefinition | null => {
    const definition =
      kind === 'NodePool'
        ? readNodePool(name, from, context, textAt)
        : readNodeClass({ name, version }, from, context, textAt);
    if (from.findings.hasErrors || definition === null) return null;
    return withObjectMetadata(definition, objectMetadata);
  };
  const variants = readVariants(draft, read);
  // A text is not saved in parts: its author sees what is wrong and can correct it.
  const { definition, launchable } =
    source === null ? readInParts(draft, read) : { definition: read(draft), launchable: null };
  for (const variant of variants) findings.merge(variant.findings);
  return {
    ...refusal(index, envelope, findings),
    definition,
    launchable,
    variants: variants.flatMap(({ label, definition: variant }) =>
      variant === null ? [] : [{ label, definition: variant }],
    ),
  };
}

type Read = (draft: Draft) => ReadDefinition | null;

function readInParts(draft: Draft, read: Read): Pick<DocumentReading, 'definition' | 'launchable'> {
  const unread = draft.fork();
  const definition = read(draft);
  if (definition !== null) return { definition, launchable: null };
  return { definition, launchable: readLaunchable(unread, draft.findings.toArray(), read) };
}

/** Findings of an unreadable document. */
export function refuseDocument(
  index: number,
  problems: readonly NewFinding[],
  source: SourceMap | null,
): DocumentReading {
  const findings = new FindingList(source?.positionOf ?? noText);
  for (const problem of problems) findings.add(problem);
  return refusal(index, nothing, findings);
}

function refusal(
  index: number,
  { kind, name, apiVersion }: Envelope,
  findings: FindingList,
): DocumentReading {
  const noDefinition = { definition: null, launchable: null, variants: [] };
  return { index, kind, name, apiVersion, ...noDefinition, findings: findings.toArray() };
}

/** Returns a copy of the user's parts, without `status` and what the API server adds. */
function openDocument(value: unknown, findings: FindingList): JsonObject | null {
  if (!isObject(value)) {
    findings.add({
      code: 'DOCUMENT_NOT_AN_OBJECT',
      path: [],
      message: `a manifest must be a mapping with apiVersion, kind, metadata and spec, not ${describeType(value)}`,
    });
    return null;
  }
  const { apiVersion, kind, metadata, spec } = value;
  const name = isObject(metadata) ? metadata['name'] : undefined;
  const annotations = knownAnnotations(metadata);
  const kept = Object.keys(annotations).length === 0 ? { name } : { name, annotations };
  const copied = copyJson({ apiVersion, kind, metadata: kept, spec });
  if (!copied.ok) findings.add(copied.error);
  return copied.ok && isObject(copied.value) ? copied.value : null;
}

const keptMetadata = ['name', 'labels', 'annotations'];
const topLevelFields = ['apiVersion', 'kind', 'metadata', 'spec', 'status'];

/** Reports fields of the document that a definition does not store. */
function flagDroppedFields(document: JsonObject, findings: FindingList): void {
  for (const key of Object.keys(document).filter((name) => !topLevelFields.includes(name))) {
    findings.add({
      code: 'FIELD_UNKNOWN',
      path: [key],
      message: `unknown field ${key} beside spec; if it belongs to the definition, indent it below spec`,
    });
  }
  const { metadata } = document;
  if (!isObject(metadata)) return;
  const others = [
    ...Object.keys(metadata).filter((name) => !keptMetadata.includes(name)),
    ...(isManagedByAnother(metadata) ? [`the label ${labelKeys.managedBy}`] : []),
  ];
  if (others.length === 0) return;
  findings.add({
    code: 'METADATA_DROPPED',
    path: ['metadata'],
    message: `a definition stores name, labels and annotations of metadata, not ${others.join(', ')}`,
  });
}

/** The label says who writes the object, which is Kerf. */
function isManagedByAnother({ labels }: JsonObject): boolean {
  const manager = isObject(labels) ? labels[labelKeys.managedBy] : undefined;
  return manager !== undefined && manager !== managedByKerf;
}

interface Variant {
  readonly label: string;
  readonly definition: ReadDefinition | null;
  readonly findings: FindingList;
}

/** An EC2NodeClass with both fields is refused; with one of them it may be valid. */
const alternatives = ['role', 'instanceProfile'] as const;

function readVariants(
  draft: Draft,
  read: (draft: Draft) => ReadDefinition | null,
): readonly Variant[] {
  if (alternatives.some((field) => draft.get(['spec', field]) === undefined)) return [];
  return alternatives.map((label) => {
    const fork = draft.fork();
    for (const field of alternatives) if (field !== label) fork.remove(['spec', field]);
    return { label, definition: read(fork), findings: fork.findings };
  });
}
