/** The oldest major version of Node that Kerf runs on. */
export const oldestNode = 24;

/** Returns a sentence if this version of Node is too old for Kerf; otherwise `null`. */
export function nodeProblem(version: string): string | null {
  const major = Number(version.split('.', 1)[0]);
  if (major >= oldestNode) return null;
  return (
    `Kerf needs Node ${oldestNode} or newer, and this is Node ${version}: run it through npm ` +
    '(npm start, npm run admin) or with node_modules/.bin/node, which npm install put there.'
  );
}

/** The part of `process` that is used. */
interface NodeProcess {
  readonly versions: { readonly node: string };
  readonly stderr: { write(text: string): unknown };
  exitCode?: number | string | null | undefined;
}

/**
 * Loads a program if the version of Node is supported. Otherwise writes the problem to stderr and
 * sets exit code 1. An older Node would fail on some imports of the program before any line runs.
 */
export async function runOnSupportedNode(
  node: NodeProcess,
  load: () => Promise<unknown>,
): Promise<void> {
  const problem = nodeProblem(node.versions.node);
  if (problem === null) {
    await load();
    return;
  }
  node.stderr.write(`${problem}\n`);
  node.exitCode = 1;
}
