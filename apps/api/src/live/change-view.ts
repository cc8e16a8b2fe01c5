import type { Change } from '../generated/schema-types.js';

/** A change; the object itself is read when it is requested. */
export type ChangeView = Omit<Change, 'object'> & {
  /** Its entry of the change log; absent if it has none. */
  readonly entry?: {
    readonly number: string;
    readonly transaction: string;
  } | null;
};

/** A change of anything: the reader has to read everything again. */
export const unknownChange = (version: number): ChangeView => ({
  topic: 'UNKNOWN',
  clusterId: null,
  id: null,
  version,
  position: null,
});
