import type { GitHost, GitProvider } from '@kerf/application';
import type { AddressPolicy } from '@kerf/system';
import type { GitProviderHost } from './hosts/git-provider-host.js';
import { createGithubHost } from './hosts/github.js';
import { createGitlabHost } from './hosts/gitlab.js';
import { createGitApi, type GitApiLimits, usualGitApiLimits } from './http/git-api.js';

export interface GitHostOptions {
  readonly policy: AddressPolicy;
  readonly limits?: GitApiLimits;
  /** Certificates to trust in addition, in PEM. */
  readonly ca?: string;
}

/** Creates the access to repositories of all providers. */
export function createGitHost({
  policy,
  limits = usualGitApiLimits,
  ca,
}: GitHostOptions): GitHost & { close(): Promise<void> } {
  const api = createGitApi(policy, limits, ca);
  const hosts: Readonly<Record<GitProvider, GitProviderHost>> = {
    GitHub: createGithubHost(api),
    GitLab: createGitlabHost(api),
  };
  return {
    readFile: (repository, path) => hosts[repository.provider].readFile(repository, path),
    openPullRequest: (repository, draft) =>
      hosts[repository.provider].openPullRequest(repository, draft),
    close: () => api.close(),
  };
}
