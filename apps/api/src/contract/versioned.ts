import type { ExpectedVersion } from '@kerf/application';

/** An object, and the version of it that a write expects. */
export interface Versioned {
  readonly id: string;
  readonly expectedVersion: ExpectedVersion;
}

/** Input of a mutation, with a version as REST has it, too. */
export type OfVersion<Input> = Omit<Input, 'expectedVersion'> & Pick<Versioned, 'expectedVersion'>;

/** A mutation of an object whose version the caller may leave out. */
export interface MaybeVersioned {
  readonly id: string;
  readonly expectedVersion?: ExpectedVersion | null | undefined;
}

/** Returns which version of an object is changed: any, if the input names none. */
export const versioned = ({ id, expectedVersion }: MaybeVersioned): Versioned => ({
  id,
  expectedVersion: expectedVersion ?? 'any',
});
