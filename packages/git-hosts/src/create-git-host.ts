import type { GitHost, GitProvider, OpenGitRepository } from '@kerf/application';
import type { AddressPolicy } from '@kerf/system';
import { githubRepository } from './hosts/github.js';
import { gitlabRepository } from './hosts/gitlab.js';
import { createRepositoryHost, type RepositoryApi } from './hosts/repository-api.js';
import { createGitApi, type GitApiLimits, usualGitApiLimits } from './http/git-api.js';

export interface GitHostOptions {
  readonly policy: AddressPolicy;
  readonly limits?: GitApiLimits;
  /** Certificates to trust in addition, in PEM. */
  readonly ca?: string;
}

const apis: Readonly<Record<GitProvider, (repository: OpenGitRepository) => RepositoryApi>> = {
  GitHub: githubRepository,
  GitLab: gitlabRepository,
};

/** Creates the access to repositories of all providers. */
export function createGitHost({
  policy,
  limits = usualGitApiLimits,
  ca,
}: GitHostOptions): GitHost & { close(): Promise<void> } {
  const api = createGitApi(policy, limits, ca);
  return {
    ...createRepositoryHost(api, (repository) => apis[repository.provider](repository)),
    close: () => api.close(),
  };
}
