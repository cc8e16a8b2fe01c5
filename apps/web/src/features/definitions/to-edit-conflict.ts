import { type DocumentReading, titleOf } from './to-apply-plan.js';

/** What a text was started from. */
export interface EditBase {
  /** `NodePool/general`. */
  readonly edit: string;
  /** 0: a definition that does not exist. */
  readonly version: number;
}

/** Somebody else changed or deleted the definition that is being edited. */
export interface EditConflict {
  /** `NodePool general`. */
  readonly title: string;
  readonly startedFrom: number;
  /** What is stored now; `null` when it was deleted. */
  readonly storedVersion: number | null;
}

export function toEditConflict(
  base: EditBase | null,
  documents: readonly DocumentReading[],
): EditConflict | null {
  const reading = documents.find((each) => base !== null && editOf(each) === base.edit);
  if (base === null || reading === undefined) return null;
  const { currentVersion: storedVersion } = reading;
  // A lower version was read before one's own saving.
  const isUnchanged = storedVersion === null ? base.version === 0 : storedVersion <= base.version;
  return isUnchanged ? null : { title: titleOf(reading), startedFrom: base.version, storedVersion };
}

/** Versions that saving may replace: the one that editing started from, else those that are shown. */
export function toExpectedVersions(base: EditBase | null, documents: readonly DocumentReading[]) {
  return documents.map((reading) => ({
    index: reading.index,
    expectedVersion:
      base !== null && editOf(reading) === base.edit ? base.version : (reading.currentVersion ?? 0),
  }));
}

/** What to go on from after saving. */
export function toNextBase(
  base: EditBase | null,
  documents: readonly DocumentReading[],
): EditBase | null {
  const saved = documents.find((each) => base !== null && editOf(each) === base.edit);
  return base === null ? null : { ...base, version: saved?.version ?? base.version };
}

const editOf = ({ kind, name }: DocumentReading): string => `${kind}/${name}`;
