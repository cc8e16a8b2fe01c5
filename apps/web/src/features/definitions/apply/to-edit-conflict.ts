import type { EditConflict } from './apply-text.js';
import { type DocumentPreview, titleOf } from './apply-text.js';

/** The definition and version that the edit started from. */
export interface EditBase {
  /** `NodePool/general`. */
  readonly edit: string;
  /** 0 for a definition that does not exist. */
  readonly version: number;
}

export function toEditConflict(
  base: EditBase | null,
  documents: readonly DocumentPreview[],
): EditConflict | null {
  const preview = documents.find((each) => base !== null && editOf(each) === base.edit);
  if (base === null || preview === undefined) return null;
  const { currentVersion: storedVersion } = preview;
  // A lower version was loaded before the user's own change was saved.
  const isUnchanged = storedVersion === null ? base.version === 0 : storedVersion <= base.version;
  return isUnchanged ? null : { title: titleOf(preview), baseVersion: base.version, storedVersion };
}

/** Returns the versions that may be replaced: the one that editing started from, else those shown. */
export function toExpectedVersions(base: EditBase | null, documents: readonly DocumentPreview[]) {
  return documents.map((preview) => ({
    index: preview.index,
    expectedVersion:
      base !== null && editOf(preview) === base.edit ? base.version : (preview.currentVersion ?? 0),
  }));
}

/** Returns the version to continue editing from after saving. */
export function toNextBase(
  base: EditBase | null,
  documents: readonly DocumentPreview[],
): EditBase | null {
  const saved = documents.find((each) => base !== null && editOf(each) === base.edit);
  return base === null ? null : { ...base, version: saved?.version ?? base.version };
}

const editOf = ({ kind, name }: DocumentPreview): string => `${kind}/${name}`;
