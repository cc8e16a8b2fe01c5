import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, stackFolder } from './paths.js';
import { readProduct } from './product.js';

const run = promisify(execFile);

/**
 * Runs the command line on the product as its administrator, e.g. `kerf(['get', 'pauses'])`.
 * @returns its output
 */
export async function kerf(args: readonly string[]): Promise<string> {
  const { url, apiToken } = readProduct();
  const { stdout } = await run(
    process.execPath,
    [join(root, 'packages/cli/bin/kerf.js'), ...args],
    {
      env: {
        ...process.env,
        KERF_SERVER: url,
        KERF_TOKEN: apiToken,
        KERF_CONFIG: join(stackFolder, 'no-contexts.json'),
      },
    },
  );
  return stdout;
}
