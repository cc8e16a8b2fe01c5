import type { GitFileInput } from '../../gql/graphql.js';

const kinds = { NodePool: 'NODE_POOL', EC2NodeClass: 'EC2_NODE_CLASS' } as const;

/** Writes files of single objects as lines: `NodePool/general: pools/general.yaml`. */
export const toFileLines = (files: readonly GitFileInput[]): string =>
  files
    .map(({ kind, name, path }) => {
      const word = kind === 'NODE_POOL' ? 'NodePool' : 'EC2NodeClass';
      return `${word}/${name}: ${path}`;
    })
    .join('\n');

/** Reads such lines; `null` with the first line that is none, as `problem`. */
export function readFileLines(
  text: string,
):
  | { readonly files: GitFileInput[]; readonly problem: null }
  | { readonly files: null; readonly problem: string } {
  const lines = text.split('\n').map((line) => line.trim());
  const files: GitFileInput[] = [];
  for (const line of lines.filter((each) => each !== '')) {
    const [, word, name, path] = /^(NodePool|EC2NodeClass)\/(\S+):\s+(\S.*)$/.exec(line) ?? [];
    const isKnown = word === 'NodePool' || word === 'EC2NodeClass';
    if (!isKnown || name === undefined || path === undefined) {
      return { files: null, problem: `“${line}” is not like NodePool/general: pools/general.yaml` };
    }
    files.push({ kind: kinds[word], name, path });
  }
  return { files, problem: null };
}
