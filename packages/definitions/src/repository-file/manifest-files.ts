import type { ManifestFiles } from '@kerf/application';
import { changeInFile } from './change-in-file.js';

/** Changes objects in YAML and JSON files of repositories. */
export const manifestFiles: ManifestFiles = { change: changeInFile };
