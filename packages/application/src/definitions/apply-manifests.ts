import { type ClusterId, compareText } from '@kerf/core';
import type {
  Definition,
  DefinitionFinding,
  DefinitionKind,
} from '../domain/definition/definition.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import { can } from '../domain/identity/access.js';
import { definitionObject } from '../domain/identity/definition-object.js';
import type { Principal } from '../domain/identity/principal.js';
import type { DocumentReading, ReadDefinition } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { type ManifestText, type ReadManifest, readManifests } from './read-manifests.js';
import { isSameDefinition, saveDefinition } from './save-definition.js';

/** Manifests to save, with the versions that the caller has seen. */
export interface ApplyManifestsInput extends ManifestText {
  readonly dryRun: boolean;
  /**
   * By document index, the version that the stored definition must have; 0 means that none may
   * exist. A document without an entry replaces the stored definition.
   */
  readonly expectedVersions: ReadonlyMap<number, ExpectedVersion>;
  readonly requestId: string | null;
}

/** The result of applying manifests: all of them are saved, or none. */
export interface AppliedManifests {
  readonly documents: readonly AppliedDocument[];
  readonly applied: boolean;
}

/** One document of applied manifests, with its outcome. */
export interface AppliedDocument extends ReadManifest {
  /** The change that was made, or that would be made if all documents can be saved. */
  readonly outcome: 'Created' | 'Updated' | 'Unchanged' | 'Refused';
  /** The version that the caller expects, when the stored one differs; else `null`. */
  readonly unmetVersion: ExpectedVersion | null;
  /** The stored definition of this kind and name; `null` when there is none. */
  readonly stored: Definition | null;
}

/** Code of the finding for a definition that the caller may not change. */
const forbiddenCode = 'ACCESS_DENIED';

type ApplyPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests' | 'instanceTypes'>;

/**
 * Reads manifests and saves all of them or none: none when a document is refused, when the caller
 * may not change one of the definitions, when the cluster owns one of the names, when no instance type
 * remains for a NodePool, when a stored version differs from the expected one, or for a dry run.
 * @throws STATE.NOT_FOUND for an unknown cluster; STATE.CONFLICT when another writer was faster
 */
export async function applyManifests(
  ports: ApplyPorts,
  principal: Principal,
  input: ApplyManifestsInput,
): Promise<AppliedManifests> {
  const read = (await readManifests(ports, principal, input)).map((document) =>
    refuseForbidden(principal, input.clusterId, document),
  );
  const documents = read.map((document) => compare(ports, document, input.expectedVersions));
  if (input.dryRun || !canBeSaved(documents, input)) return { documents, applied: false };
  const stored = new Map<AppliedDocument, Definition | null>();
  await ports.store.transaction(async (tx) => {
    for (const document of inOrderOfLocks(documents)) {
      stored.set(document, await save(ports, tx, principal, { ...input, document }));
    }
  });
  return {
    documents: documents.map((document) => ({ ...document, stored: stored.get(document) ?? null })),
    applied: true,
  };
}

/** Refuses a document whose definition the caller may not change, without showing what is stored. */
function refuseForbidden(
  principal: Principal,
  clusterId: ClusterId,
  document: ReadManifest,
): ReadManifest {
  const { reading } = document;
  const named = document.current ?? (isNamed(reading) ? reading : null);
  if (named === null) return document;
  const verdict = can(principal, 'definition.write', definitionObject(clusterId, named));
  if (verdict.isAllowed) return document;
  const finding: DefinitionFinding = {
    severity: 'Error',
    code: forbiddenCode,
    path: '',
    message: verdict.reason,
    found: null,
    became: null,
  };
  return {
    reading: { ...reading, definition: null, launchable: null, variants: [], findings: [finding] },
    definition: null,
    current: null,
    offerings: null,
  };
}

function isNamed(
  reading: DocumentReading,
): reading is DocumentReading & { readonly kind: DefinitionKind; readonly name: string } {
  return reading.kind !== null && reading.name !== null;
}

/**
 * Returns whether all documents can be saved. An expected version without a document prevents it
 * too.
 */
function canBeSaved(
  documents: readonly AppliedDocument[],
  { expectedVersions }: Pick<ApplyManifestsInput, 'expectedVersions'>,
): boolean {
  const indexes = new Set(documents.map(({ reading }) => reading.index));
  return (
    documents.length > 0 &&
    documents.every(
      ({ outcome, unmetVersion }) => outcome !== 'Refused' && unmetVersion === null,
    ) &&
    [...expectedVersions.keys()].every((index) => indexes.has(index))
  );
}

/** Compares each document with the stored definition and the version that the caller expects. */
function compare(
  ports: Pick<ApplyPorts, 'digest'>,
  document: ReadManifest,
  expectedVersions: ApplyManifestsInput['expectedVersions'],
): AppliedDocument {
  const { current, definition, reading } = document;
  const expected = expectedVersions.get(reading.index);
  // The version of a definition that the caller may not change is not told.
  const isForbidden = reading.findings.some(({ code }) => code === forbiddenCode);
  const isUnmet = expected !== undefined && !isForbidden && !isMet(current, expected);
  return {
    ...document,
    outcome: outcomeOf(ports, definition, current),
    unmetVersion: isUnmet ? expected : null,
    stored: current,
  };
}

function outcomeOf(
  ports: Pick<ApplyPorts, 'digest'>,
  definition: ReadDefinition | null,
  current: Definition | null,
): AppliedDocument['outcome'] {
  if (definition === null) return 'Refused';
  if (current === null) return 'Created';
  return isSameDefinition(ports, current, { source: 'Api', read: definition })
    ? 'Unchanged'
    : 'Updated';
}

function isMet(current: Definition | null, expected: ExpectedVersion): boolean {
  if (current === null) return expected === 0;
  return isExpectedVersion(current.version, expected);
}

/**
 * Sorts documents, so that concurrent writers lock definitions in the same order and do not
 * deadlock.
 */
function inOrderOfLocks(documents: readonly AppliedDocument[]): readonly AppliedDocument[] {
  const keyOf = ({ reading: { kind, name } }: AppliedDocument): string => `${kind}/${name}`;
  return documents.toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
}

async function save(
  ports: ApplyPorts,
  tx: Repositories,
  principal: Principal,
  input: ApplyManifestsInput & { readonly document: AppliedDocument },
): Promise<Definition | null> {
  const { reading, definition, current } = input.document;
  if (definition === null) return current;
  const saved = await saveDefinition(ports, tx, {
    clusterId: input.clusterId,
    source: 'Api',
    savedBy: principal.name,
    object: { deletionRequestedAt: null, objectGeneration: current?.objectGeneration ?? null },
    read: definition,
    findings: reading.findings,
    current,
  });
  if (saved === null) return current;
  await auditWrite(ports, tx, principal, {
    action: current === null ? 'definition.create' : 'definition.update',
    object: { kind: definition.kind, id: saved.id, name: definition.name },
    clusterId: input.clusterId,
    before: current?.spec ?? null,
    after: definition.spec,
    requestId: input.requestId,
  });
  return saved;
}
