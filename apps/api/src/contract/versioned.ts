import type { ExpectedVersion } from '@kerf/application';

/** A mutation of an object whose version the caller may leave out. */
export interface MaybeVersioned {
  readonly id: string;
  readonly expectedVersion?: ExpectedVersion | null | undefined;
}

/** Returns which version of an object is changed: any, if the input names none. */
export const versioned = ({
  id,
  expectedVersion,
}: MaybeVersioned): { readonly id: string; readonly expectedVersion: ExpectedVersion } => ({
  id,
  expectedVersion: expectedVersion ?? 'any',
});
