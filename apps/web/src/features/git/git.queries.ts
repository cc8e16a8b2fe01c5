import { queryOptions } from '@tanstack/react-query';
import {
  CreateGitRepositoryDocument,
  type CreateGitRepositoryInput,
  GitRepositoriesDocument,
  type GitRepositoryFieldsFragment,
  RemoveGitRepositoryDocument,
  UpdateGitRepositoryDocument,
  type UpdateGitRepositoryInput,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';

export type Repository = GitRepositoryFieldsFragment;

const repositories = 'git-repositories';
/** The changes of files in the editor are read again, too. */
export const gitKeys: readonly (readonly string[])[] = [[repositories], ['git-change']];

export const gitRepositoriesQuery = () =>
  queryOptions({
    queryKey: [repositories],
    queryFn: async ({ signal }) =>
      (await request(GitRepositoriesDocument, {}, signal)).gitRepositories,
  });

export const createRepository = async (input: CreateGitRepositoryInput) =>
  (await request(CreateGitRepositoryDocument, { input })).createGitRepository;

export const updateRepository = async (input: UpdateGitRepositoryInput) =>
  (await request(UpdateGitRepositoryDocument, { input })).updateGitRepository;

export const removeRepository = async ({ id, version }: Repository) => {
  const input = { id, expectedVersion: version };
  return (await request(RemoveGitRepositoryDocument, { input })).removeGitRepository;
};
