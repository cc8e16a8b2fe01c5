import type { DefinitionFinding, DocumentReading, ManifestContext } from '@kerf/application';
import { annotationKeys } from '@kerf/core';
import { formatManifest, type ManifestMetadata } from './format-manifest.js';
import { type ReadManifest, readManifests } from './manifest-reader.js';
import { isObject, type JsonObject } from './text/json.js';

/** Manifests converted to v1, for users who apply them to a cluster. */
export interface ConvertedManifests {
  readonly documents: readonly ConvertedDocument[];
  /**
   * All documents as v1 YAML, with their notes as comments. A document that cannot be converted has
   * notes only. `kubectl apply -f` accepts the text.
   */
  readonly text: string;
}

export interface ConversionContext extends ManifestContext {
  /** Labels of the chosen variants of ambiguous documents, by index. */
  readonly variants?: ReadonlyMap<number, string>;
}

export interface ConvertedDocument {
  readonly reading: DocumentReading;
  /** v1 YAML; `null` for a document that cannot be converted. */
  readonly manifest: string | null;
}

/**
 * Converts NodePools and EC2NodeClasses of v1beta1, or with older field names, to v1. Labels and
 * annotations are kept, because objects in a cluster have them, unlike definitions of Kerf.
 */
export function convertManifests(text: string, context: ConversionContext): ConvertedManifests {
  const documents = readManifests(text, context).map((read) =>
    convert(read, context.variants?.get(read.reading.index)),
  );
  return { documents, text: documents.map(toText).join('---\n') };
}

function convert({ value, reading }: ReadManifest, chosen?: string): ConvertedDocument {
  const variant = reading.variants.find(({ label }) => label === chosen);
  const definition = reading.definition ?? variant?.definition ?? null;
  const findings = reading.findings.filter(({ code }) => code !== 'METADATA_DROPPED');
  const kept = { ...reading, findings };
  return {
    reading: kept,
    manifest: definition === null ? null : formatManifest(definition, metadataOf(value)),
  };
}

/**
 * Returns labels and annotations. Fields that the API server sets, such as `uid`, are left out, and so
 * is the manifest that kubectl applied: it is the one before the conversion.
 */
function metadataOf(value: unknown): ManifestMetadata {
  const metadata = isObject(value) ? value['metadata'] : null;
  if (!isObject(metadata)) return {};
  const labels = textsOf(metadata, 'labels');
  const { [annotationKeys.lastApplied]: _, ...annotations } = textsOf(metadata, 'annotations');
  return {
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function textsOf(metadata: JsonObject, field: string): Readonly<Record<string, string>> {
  const map = metadata[field];
  if (!isObject(map)) return {};
  return Object.fromEntries(
    Object.entries(map).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
}

function toText({ reading, manifest }: ConvertedDocument): string {
  const { kind, name, apiVersion, index, findings } = reading;
  const what = kind === null ? `Document ${index + 1}` : `${kind} ${name ?? 'without a name'}`;
  const heading =
    manifest === null
      ? `${what} cannot be converted:`
      : `${what}, from ${apiVersion}${findings.length === 0 ? '' : ':'}`;
  const notes = [heading, ...findings.map((finding) => `- ${noteOf(finding)}`)];
  return `${notes.map((note) => `# ${oneLine(note)}\n`).join('')}${manifest ?? ''}`;
}

function noteOf({ severity, path, message, found, became }: DefinitionFinding): string {
  const change =
    became === null ? '' : ` (${found === null ? '' : `${text(found)} → `}${text(became)})`;
  return `${severity.toLowerCase()}: ${path === '' ? '' : `${path}: `}${message}${change}`;
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/**
 * Replaces control characters and line breaks by spaces, because they would end a YAML comment or
 * make the file unreadable.
 */
const oneLine = (note: string): string => note.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
