import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { readProduct } from './product.js';

const run = promisify(execFile);
const binary = process.env['KERF_KUBECTL'] ?? 'kubectl';

export const hasKubectl = spawnSync(binary, ['version', '--client']).status === 0;

/**
 * Runs kubectl on a cluster of the product.
 * @returns its output
 */
export async function kubectl(
  context: string,
  args: readonly string[],
  input = '',
): Promise<string> {
  const running = run(binary, [
    '--kubeconfig',
    readProduct().kubeconfig,
    '--context',
    context,
    ...args,
  ]);
  running.child.stdin?.end(input);
  return (await running).stdout;
}
