import type { Result } from '@kerf/core';
import type { ReadDefinition } from './manifest-reader.js';

/** The change of one object. */
export interface DefinitionChange {
  readonly before: Omit<ReadDefinition, 'driftHash'>;
  readonly after: Omit<ReadDefinition, 'driftHash'>;
}

/** Changes objects in files of repositories. */
export interface ManifestFiles {
  /**
   * Makes the change of one object in the text of a file: only the fields that differ, with comments and other documents
   * as they are.
   * @returns the text, the same if it has the change already; or a sentence that says why it cannot be changed
   */
  change(text: string, change: DefinitionChange): Result<string, string>;
}
