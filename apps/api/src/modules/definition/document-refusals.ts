import type { AppliedDocument, AppliedManifests } from '@kerf/application';
import type { Refusal } from '../../contract/outcome.js';

/** The version that the stored definition of one document must have. */
export interface DocumentVersion {
  readonly index: number;
  /** 0: there must be none. */
  readonly expectedVersion: number;
}

/** What is wrong with a list of expected versions, whatever the documents are. */
export function indexProblems(versions: readonly DocumentVersion[]): readonly Refusal[] {
  return versions.flatMap(({ index, expectedVersion }, position): readonly Refusal[] => {
    if (expectedVersion < 0) {
      return [
        invalid(
          `expectedVersions.${position}.expectedVersion`,
          'must be the version that was read, or 0 for a definition that must not exist',
        ),
      ];
    }
    const isRepeated = versions.findIndex((other) => other.index === index) < position;
    return isRepeated
      ? [invalid(`expectedVersions.${position}.index`, `document ${index} is named twice`)]
      : [];
  });
}

/**
 * Why manifests were not saved, versions first: a precondition counts before what a body holds.
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
    // A dry run asks what is wrong with the documents: its answer holds them.
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
          `there is no document ${index}; they count from 0`,
        ),
      ];
}

function unmetVersion(
  document: AppliedDocument,
  versions: readonly DocumentVersion[] | null,
): readonly Refusal[] {
  const { reading, current, unmetVersion: unmet } = document;
  // A document without kind or name is refused for that.
  if (unmet === null || reading.kind === null || reading.name === null) return [];
  const position = versions?.findIndex(({ index }) => index === reading.index);
  const field =
    position === undefined ? 'expectedVersion' : `expectedVersions.${position}.expectedVersion`;
  if (current === null) {
    const message = `there is no ${reading.kind} ${reading.name} (any more)`;
    return [{ code: 'STALE', field, message }];
  }
  const { kind, name, version } = current;
  const definition = `${kind} ${name}`;
  return unmet === 0
    ? [
        {
          code: 'CONFLICT',
          field,
          message: `the ${definition} exists already (version ${version})`,
        },
      ]
    : [
        {
          code: 'STALE',
          field,
          message: `the ${definition} was changed meanwhile (version ${version}); read it again`,
        },
      ];
}

/** Each error of a refused document, by its place in the text. */
function errorsOf(
  { reading }: AppliedDocument,
  versions: readonly DocumentVersion[] | null,
): readonly Refusal[] {
  const place = versions === null ? 'manifest' : `manifests.${reading.index}`;
  return reading.findings.flatMap(({ severity, code, path, message }) =>
    severity === 'Error'
      ? [
          {
            code: code === 'OWNED_BY_CLUSTER' ? 'FORBIDDEN' : 'INVALID',
            field: path === '' ? place : `${place}.${path}`,
            message,
          },
        ]
      : [],
  );
}

const invalid = (field: string, message: string): Refusal => ({ code: 'INVALID', field, message });
