import type {
  GitChange as ChangeRecord,
  GitRepository as RepositoryRecord,
} from '@kerf/application';
import { z } from 'zod';
import type { GitChange, GitRepository } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf } from '../../rest/resource-of.js';
import { wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import { bodyOf, dryRunQuery, idPath, list, manifestText, text, word } from '../../rest/wire.js';
import { type AccessNames, toScopeView } from '../access/access.mapper.js';
import { scopeBody, scopeResource } from '../access/access.resource.js';
import { managerResource } from '../definition/definition.resource.js';

/** The token is not part. */
export function toRepositoryView(
  { sealedToken: _, scope, ...repository }: RepositoryRecord,
  names: Pick<AccessNames, 'facts' | 'clusters'>,
): GitRepository {
  return { ...repository, scope: toScopeView(scope, names) };
}

export function toChangeView({ repository, file, ...change }: ChangeRecord): GitChange {
  return {
    ...change,
    repositoryId: repository?.id ?? null,
    provider: repository?.provider ?? null,
    project: repository?.project ?? null,
    branch: repository?.branch ?? null,
    before: file?.before ?? null,
    after: file?.after ?? null,
  };
}

const fileBody = z.strictObject({ kind: word('DefinitionKind'), name: text, path: text });

const repositoryResource = componentOf('GitRepository', {
  scope: scopeResource,
  files: list(componentOf('GitFile', {})),
});

const optional = {
  apiUrl: text.nullish(),
  branch: text.nullish(),
  files: list(fileBody).nullish(),
};

const changeResource = componentOf('GitChange', {
  managedBy: managerResource.nullable(),
  pullRequest: componentOf('PullRequest', {}).nullable(),
});

export const gitOperations = {
  list: {
    id: 'listGitRepositories',
    summary: 'Git repositories with the manifests of clusters, by scope',
    query: z.strictObject(wholeListQuery),
    answer: wholeListOf('GitRepositories', repositoryResource),
  },
  get: {
    id: 'getGitRepository',
    summary: 'One Git repository',
    path: idPath,
    answer: repositoryResource,
  },
  create: {
    id: 'createGitRepository',
    summary: 'Sets the Git repository of a scope; its token is never returned',
    body: bodyOf('CreateGitRepository', {
      scope: scopeBody,
      provider: word('GitProvider'),
      project: text,
      pathPattern: text,
      token: text,
      ...optional,
    }),
    answer: repositoryResource,
    status: 201,
  },
  update: {
    id: 'updateGitRepository',
    summary: 'Changes a Git repository; another API URL takes a new token',
    path: idPath,
    body: bodyOf('UpdateGitRepository', {
      provider: word('GitProvider').nullish(),
      project: text.nullish(),
      pathPattern: text.nullish(),
      token: text.nullish(),
      ...optional,
    }),
    answer: repositoryResource,
    needsVersion: true,
  },
  remove: {
    id: 'removeGitRepository',
    summary: 'Removes a Git repository from the settings',
    path: idPath,
    status: 204,
    needsVersion: true,
  },
  propose: {
    id: 'openPullRequest',
    summary: 'Opens a pull request with the change of an object that is managed in its cluster',
    description:
      'The same change has one pull request: a repeated request returns it. With `dryRun`, the change of the file is returned and nothing is opened.',
    body: bodyOf('OpenPullRequest', {
      clusterId: text,
      manifest: manifestText,
      title: text.nullish(),
      description: text.nullish(),
    }),
    query: z.strictObject(dryRunQuery),
    storesAnswer: true,
    answer: changeResource,
  },
} as const satisfies Record<string, OperationSpec>;
