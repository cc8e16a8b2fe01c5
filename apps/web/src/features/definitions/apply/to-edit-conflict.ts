import { type DocumentReading, titleOf } from './to-apply-plan.js';

/** The definition and version that the edit started from. */
export interface EditBase {
  /** `NodePool/general`. */
  readonly edit: string;
  /** 0: a definition that does not exist. */
  readonly version: number;
}

/** Another user changed or deleted the definition that is being edited. */
export interface EditConflict {
  /** `NodePool general`. */
  readonly title: string;
  readonly startedFrom: number;
  /** The stored version; `null` when it was deleted. */
  readonly storedVersion: number | null;
}

export function toEditConflict(
  base: EditBase | null,
  documents: readonly DocumentReading[],
): EditConflict | null {
  const reading = documents.find((each) => base !== null && editOf(each) === base.edit);
  if (base === null || reading === undefined) return null;
  const { currentVersion: storedVersion } = reading;
  // A lower version was loaded before the own change was saved.
  const isUnchanged = storedVersion === null ? base.version === 0 : storedVersion <= base.version;
  return isUnchanged ? null : { title: titleOf(reading), startedFrom: base.version, storedVersion };
}

/** Returns the versions that may be replaced: the one that editing started from, else those shown. */
export function toExpectedVersions(base: EditBase | null, documents: readonly DocumentReading[]) {
  return documents.map((reading) => ({
    index: reading.index,
    expectedVersion:
      base !== null && editOf(reading) === base.edit ? base.version : (reading.currentVersion ?? 0),
  }));
}

/** Returns the version to continue editing from after saving. */
export function toNextBase(
  base: EditBase | null,
  documents: readonly DocumentReading[],
): EditBase | null {
  const saved = documents.find((each) => base !== null && editOf(each) === base.edit);
  return base === null ? null : { ...base, version: saved?.version ?? base.version };
}

const editOf = ({ kind, name }: DocumentReading): string => `${kind}/${name}`;
