import type { AppliedDocument, AppliedManifests } from '@kerf/application';
import type { Refusal } from '../../contract/outcome.js';
import type { DocumentVersion } from '../../generated/schema-types.js';

/** Errors of a list of expected versions, independent of the documents. */
export function indexProblems(versions: readonly DocumentVersion[]): readonly Refusal[] {
  return versions.flatMap(({ index, expectedVersion }, position): readonly Refusal[] => {
    if (expectedVersion < 0) {
      return [
        invalid(
          `expectedVersions.${position}.expectedVersion`,
          'must be the version that was read, or 0 if the definition must not exist',
        ),
      ];
    }
    const isRepeated = versions.findIndex((other) => other.index === index) < position;
    return isRepeated
      ? [invalid(`expectedVersions.${position}.index`, `must not contain document ${index} twice`)]
      : [];
  });
}

/**
 * Why manifests were not saved, versions first: a precondition has precedence over errors in the body.
 * @param versions `null` for a request about one definition, whose version is not in its body
 */
export function refusalsOf(
  { applied, documents }: AppliedManifests,
  { dryRun }: { readonly dryRun: boolean },
  versions: readonly DocumentVersion[] | null,
): readonly Refusal[] {
  if (applied) return [];
  return [
    ...(versions ?? []).flatMap((version, position) => missing(version, position, documents)),
    ...documents.flatMap((document) => unmetVersion(document, versions)),
    // The response to a dry run contains the errors of the documents.
    ...(dryRun ? [] : documents.flatMap((document) => errorsOf(document, versions))),
  ];
}

function missing(
  { index }: DocumentVersion,
  position: number,
  documents: readonly AppliedDocument[],
): readonly Refusal[] {
  return documents.some(({ reading }) => reading.index === index)
    ? []
    : [
        invalid(
          `expectedVersions.${position}.index`,
          `must be the index of a document, from 0; there is no document ${index}`,
        ),
      ];
}

function unmetVersion(
  document: AppliedDocument,
  versions: readonly DocumentVersion[] | null,
): readonly Refusal[] {
  const { reading, current, unmetVersion: unmet } = document;
  // A document without kind or name is invalid for that reason.
  if (unmet === null || reading.kind === null || reading.name === null) return [];
  const position = versions?.findIndex(({ index }) => index === reading.index);
  const field =
    position === undefined ? 'expectedVersion' : `expectedVersions.${position}.expectedVersion`;
  if (current === null) {
    const message = `${reading.kind} ${reading.name} does not exist.`;
    return [{ code: 'STALE', field, message }];
  }
  const { kind, name, version } = current;
  const definition = `${kind} ${name}`;
  return unmet === 0
    ? [
        {
          code: 'CONFLICT',
          field,
          message: `${definition} already exists (its version is ${version}).`,
        },
      ]
    : [
        {
          code: 'STALE',
          field,
          message: `${definition} was changed (its version is ${version}). Read it again.`,
        },
      ];
}

const forbiddenCodes: ReadonlySet<string> = new Set(['OWNED_BY_CLUSTER', 'ACCESS_DENIED']);

/** Errors of an invalid document, by position in the text. */
function errorsOf(
  { reading }: AppliedDocument,
  versions: readonly DocumentVersion[] | null,
): readonly Refusal[] {
  const place = versions === null ? 'manifest' : `manifests.${reading.index}`;
  return reading.findings.flatMap(({ severity, code, path, message }) =>
    severity === 'Error'
      ? [
          {
            code: forbiddenCodes.has(code) ? 'FORBIDDEN' : 'INVALID',
            field: path === '' ? place : `${place}.${path}`,
            message,
          },
        ]
      : [],
  );
}

const invalid = (field: string, message: string): Refusal => ({ code: 'INVALID', field, message });
