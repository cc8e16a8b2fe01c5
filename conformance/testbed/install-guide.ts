import { readFile } from 'node:fs/promises';

const heading = '## With commands';

/** Variables that the guide asks the reader to set. */
export const guideVariables = [
  'KERF_URL',
  'KERF_TOKEN',
  'KERF_ACCOUNT_ID',
  'KERF_ROLE',
  'ACCOUNT_ID',
  'REGION',
  'CLUSTER_NAME',
  'QUEUE_NAME',
  'MODE',
] as const;

export type GuideVariables = Readonly<Record<(typeof guideVariables)[number], string>>;

export interface InstallOptions {
  /** False where Karpenter's are installed. */
  readonly withCrds: boolean;
}

/**
 * Returns the commands of the installation guide (deploy/README.md) as one script. The first block
 * sets the variables, which the caller passes in the environment instead.
 * @throws if the guide has another form than this reader expects
 */
export async function readInstallScript(
  file: string,
  { withCrds }: InstallOptions = { withCrds: true },
): Promise<string> {
  const text = await readFile(file, 'utf8');
  const [, section] = text.split(`\n${heading}\n`);
  if (section === undefined) throw new Error(`${file} has no section "${heading}"`);
  const [own = ''] = section.split('\n## ');
  const blocks = [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const [variables = '', ...commands] = blocks;
  const names = [...variables.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  if (names.join() !== guideVariables.join()) {
    throw new Error(`${file}: the first block sets ${names.join()}, not ${guideVariables.join()}`);
  }
  const tools = ['curl', 'aws', 'kubectl'].filter(
    (tool) => !commands.join('').includes(`${tool} `),
  );
  if (tools.length > 0) throw new Error(`${file}: no command uses ${tools.join(', ')}`);
  const ofCrds = commands.filter((command) => command.includes('deploy/crds'));
  if (ofCrds.length !== 1 || ofCrds.join().includes('deploy/rbac')) {
    throw new Error(`${file}: the CRDs are not installed by a block of their own`);
  }
  const run = withCrds ? commands : commands.filter((command) => !ofCrds.includes(command));
  return `set -euo pipefail\n${run.join('\n')}`;
}
