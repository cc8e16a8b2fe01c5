import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { invariant } from '@kerf/core';

/** Returns the version of the package that contains a folder, in sources and builds. */
export function readPackageVersion(folder: string): string {
  const path = findPackageJSON('.', pathToFileURL(`${folder}/`));
  invariant(path !== undefined, `${folder} is not in a package`);
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  invariant(
    typeof manifest === 'object' && manifest !== null && 'version' in manifest,
    `${path} has no version`,
  );
  return String(manifest.version);
}
