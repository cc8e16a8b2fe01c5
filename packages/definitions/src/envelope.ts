import { type DefinitionKind, definitionKinds } from '@kerf/application';
import type { ManifestVersion } from './conversion/node-class.js';
import { definitionGroups } from './definition-groups.js';
import type { FindingList } from './findings/finding-list.js';
import { suggestion } from './findings/nearest.js';
import { dnsSubdomain } from './schema/primitives.js';
import { describeType, isObject, type JsonObject } from './text/json.js';

/** Identity of a document; `null` for each missing or invalid field. */
export interface Envelope {
  readonly kind: DefinitionKind | null;
  readonly name: string | null;
  readonly apiVersion: string | null;
  readonly version: ManifestVersion | null;
}

/** Kinds of definitions before v1beta1. */
const oldKinds: ReadonlyMap<string, DefinitionKind> = new Map([
  ['Provisioner', 'NodePool'],
  ['AWSNodeTemplate', 'EC2NodeClass'],
]);

/** Reads `apiVersion`, `kind` and `metadata`, and reports their errors as findings. */
export function readEnvelope(document: JsonObject, findings: FindingList): Envelope {
  const apiVersion = document['apiVersion'];
  const kind = readKind(document['kind'], findings);
  return {
    kind,
    name: kind === null ? nameOf(document) : readName(document, findings),
    apiVersion: typeof apiVersion === 'string' ? apiVersion : null,
    version: kind === null ? null : readVersion(apiVersion, kind, findings),
  };
}

function readKind(kind: unknown, findings: FindingList): DefinitionKind | null {
  if (kind === 'NodePool' || kind === 'EC2NodeClass') return kind;
  findings.add({
    code: 'KIND_UNSUPPORTED',
    path: ['kind'],
    message: problemOfKind(kind),
    found: kind,
  });
  return null;
}

function problemOfKind(kind: unknown): string {
  const fix = `set it to ${definitionKinds.join(' or ')}`;
  if (isAbsent(kind)) return `the document has no kind; ${fix}`;
  return typeof kind === 'string'
    ? `${kind.slice(0, 80)} is not supported; Kerf reads ${definitionKinds.join(' and ')}${hintAt(kind)}`
    : `the kind must be text, not ${describeType(kind)}; ${fix}`;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Kinds that Kerf reads from clusters only. */
const clusterKinds: readonly string[] = ['NodeOverlay', 'CapacityBuffer'];

function hintAt(kind: string): string {
  if (clusterKinds.includes(kind)) {
    return `; apply it to each cluster with kubectl, and Kerf reads it there`;
  }
  const successor = oldKinds.get(kind);
  return successor === undefined
    ? suggestion(kind, definitionKinds) || '; apply it with kubectl'
    : `; define a ${successor}, which replaced it in v1beta1`;
}

/** An unsupported version is read as v1, so that other errors are reported too. */
function readVersion(
  apiVersion: unknown,
  kind: DefinitionKind,
  findings: FindingList,
): ManifestVersion {
  const group = definitionGroups[kind];
  const wanted = `${group}/v1`;
  if (apiVersion === wanted) return 'v1';
  const path = ['apiVersion'];
  if (apiVersion === `${group}/v1beta1`) {
    const message = 'v1 replaced v1beta1; the document was read as v1';
    findings.add({
      code: 'API_VERSION_CONVERTED',
      path,
      message,
      found: apiVersion,
      became: wanted,
    });
    return 'v1beta1';
  }
  findings.add({
    code: 'API_VERSION_UNSUPPORTED',
    path,
    message: `the apiVersion of ${kind} must be ${wanted} or ${group}/v1beta1${isAbsent(apiVersion) ? '; it is missing' : `, not ${JSON.stringify(apiVersion).slice(0, 80)}`}`,
    found: apiVersion,
  });
  return 'v1';
}

function nameOf(document: JsonObject): string | null {
  const { metadata } = document;
  return isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : null;
}

/** The name is also a label value on nodes, which is shorter than an object name. */
const maxNameLength = 63;

function readName(document: JsonObject, findings: FindingList): string | null {
  const name = nameOf(document);
  if (name !== null && name.length <= maxNameLength && dnsSubdomain.test(name)) return name;
  const { metadata } = document;
  const found = isObject(metadata) ? metadata['name'] : undefined;
  findings.add({
    code: 'NAME_INVALID',
    path: ['metadata', 'name'],
    message: `the name must have lower-case letters, digits, - and ., at most ${maxNameLength} characters; it is ${name === null ? describeType(found) : JSON.stringify(name.slice(0, 80))}`,
    found,
  });
  return name;
}
