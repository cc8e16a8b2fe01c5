import {
  definitionKinds,
  type GitFileMapping,
  type GitRepository,
  gitProviders,
  scopeKey,
} from '@kerf/application';
import { UnreadableRecord } from '../json/format.js';
import { scopeColumns, toScope, toScopeColumns } from './brake-scope.js';
import { instant, integer, text, texts, word } from './columns.js';
import { identifiedBy, table } from './table.js';

/** Kinds and names have no space, so that the rest is the path. */
const fileText = ({ kind, name, path }: GitFileMapping): string => `${kind} ${name} ${path}`;

/** @throws UnreadableRecord */
function readFile(written: string): GitFileMapping {
  const [, kindText, name, path] = /^(\S+) (\S+) (.+)$/s.exec(written) ?? [];
  const kind = definitionKinds.find((each) => each === kindText);
  if (kind === undefined || name === undefined || path === undefined) {
    throw new UnreadableRecord('a Git repository', `the file ${written} cannot be read`);
  }
  return { kind, name, path };
}

export const gitRepositories = table({
  name: 'git_repositories',
  identity: identifiedBy('GitRepository', 'id'),
  fixed: { id: text, ...scopeColumns, createdAt: instant, createdBy: text, version: integer },
  changing: {
    provider: word(gitProviders),
    apiUrl: text,
    project: text,
    branch: text,
    pathPattern: text,
    files: texts,
    sealedToken: text,
    updatedAt: instant,
  },
  unread: { fixed: { scopeKey: text }, changing: {} },
  toRow: ({ scope, files, ...repository }: GitRepository) => ({
    ...repository,
    ...toScopeColumns(scope),
    scopeKey: scopeKey(scope),
    files: files.map(fileText),
  }),
  fromRow: ({ scopeKind, teamId, clusterId, nodePool, files, ...row }): GitRepository => ({
    ...row,
    scope: toScope({ scopeKind, teamId, clusterId, nodePool }),
    files: files.map(readFile),
  }),
});
