import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Read from where this file lies in the sources as in the build: three folders below the package. */
const packageJson = join(import.meta.dirname, '../../../package.json');

export const productVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageJson, 'utf8'))).version;
