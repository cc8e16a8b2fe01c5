import type { DocumentReading, ManifestContext, ManifestReader } from '@kerf/application';
import { nodeClassDriftHash, nodePoolDriftHash } from './drift/drift-hash.js';
import { driftedFields } from './drift/drifted-fields.js';
import type { NewFinding } from './findings/finding-list.js';
import { readCapacityBuffer, readNodeOverlay, readStandaloneClaim } from './read-cluster-object.js';
import { readDocument, refuseDocument } from './read-document.js';
import { readSchedulerConfiguration } from './scheduler-configuration/read-scheduler-configuration.js';
import { isObject } from './text/json.js';
import { parseDocuments } from './text/parse-documents.js';
import { type Position, type SourceMap, sourceBelow } from './text/source-map.js';

/** Reads NodePool and EC2NodeClass manifests, v1 and v1beta1. Pure; never throws on any input. */
export function createManifestReader(): ManifestReader {
  return {
    readText: (text, context) => ({
      documents: readManifests(text, context).map(({ reading }) => reading),
    }),
    readObject: (object, context) => ({
      documents: [readDocument({ index: 0, value: object, source: null, context, problems: [] })],
    }),
    driftHashOf: (terms) =>
      terms.kind === 'NodePool' ? nodePoolDriftHash(terms.spec) : nodeClassDriftHash(terms.spec),
    driftedFields,
    readNodeOverlay,
    readCapacityBuffer,
    readStandaloneClaim,
    readSchedulerConfiguration,
  };
}

/** A document with its text data and its reading. */
export interface ReadManifest {
  /** `null` if the text as a whole is refused. */
  readonly value: unknown;
  readonly reading: DocumentReading;
}

/** Reads all documents of a text; never throws. */
export function readManifests(text: string, context: ManifestContext): readonly ReadManifest[] {
  const parsed = parseDocuments(text);
  if (!parsed.ok) return [{ value: null, reading: refuseDocument(0, [parsed.error], null) }];
  const manifests = parsed.value.flatMap(openList);
  const { knownNodeClasses } = context;
  const withOwn = {
    ...context,
    knownNodeClasses: knownNodeClasses && [
      ...new Set([...knownNodeClasses, ...manifests.flatMap(nodeClassName)]),
    ],
  };
  const readings = manifests.map(({ value, source, problems }, index) =>
    value === undefined
      ? refuseDocument(index, problems, source)
      : readDocument({ index, value, source, context: withOwn, problems }),
  );
  return readings.map((reading, index) => ({
    value: manifests[index]?.value ?? null,
    reading: refuseRepeated(reading, readings),
  }));
}

interface Manifest {
  readonly value: unknown;
  readonly source: SourceMap;
  readonly problems: readonly NewFinding[];
}

/** `kubectl get -o yaml` prints several objects as one of kind List. */
function openList(document: Manifest): readonly Manifest[] {
  const { value, source, problems } = document;
  if (!isObject(value) || !Array.isArray(value['items'])) return [document];
  if (typeof value['kind'] !== 'string' || !value['kind'].endsWith('List')) return [document];
  const items: readonly unknown[] = value['items'];
  // Problems of a List without items would not be reported.
  if (items.length === 0 && problems.length > 0) return [document];
  const problemsOf = groupByItem(problems, items.length, source);
  return items.map((item, index) => ({
    value: item,
    source: sourceBelow(source, ['items', index]),
    problems: problemsOf.get(index) ?? [],
  }));
}

/** Assigns each problem to the last item that starts before it, or to the first item. */
function groupByItem(
  problems: readonly NewFinding[],
  items: number,
  source: SourceMap,
): ReadonlyMap<number, readonly NewFinding[]> {
  const groups = new Map<number, NewFinding[]>();
  if (problems.length === 0) return groups;
  const starts = Array.from({ length: items }, (_, index) => source.positionOf(['items', index]));
  for (const problem of problems) {
    const { position } = problem;
    const last =
      position === undefined ? 0 : starts.findLastIndex((start) => begins(start, position));
    const item = Math.max(0, last);
    groups.set(item, [...(groups.get(item) ?? []), problem]);
  }
  return groups;
}

const begins = (start: Position | null, { line, column }: Position): boolean =>
  start !== null && (start.line < line || (start.line === line && start.column <= column));

/** A NodePool may reference an EC2NodeClass of the same text. */
function nodeClassName({ value }: Manifest): readonly string[] {
  if (!isObject(value) || value['kind'] !== 'EC2NodeClass') return [];
  const { metadata } = value;
  return isObject(metadata) && typeof metadata['name'] === 'string' ? [metadata['name']] : [];
}

/** Refuses two definitions with the same name in a text. */
function refuseRepeated(
  reading: DocumentReading,
  readings: readonly DocumentReading[],
): DocumentReading {
  const { kind, name, index } = reading;
  const first = readings.find((other) => other.kind === kind && other.name === name);
  if (kind === null || name === null || first === undefined || first.index === index) {
    return reading;
  }
  const repeated = refuseDocument(
    index,
    [
      {
        code: 'DEFINITION_DUPLICATE',
        path: ['metadata', 'name'],
        message: `the text defines ${kind} ${name} twice (also in document ${first.index + 1}); keep one`,
        found: name,
      },
    ],
    null,
  );
  return {
    ...reading,
    definition: null,
    launchable: null,
    variants: [],
    findings: [...reading.findings, ...repeated.findings],
  };
}
