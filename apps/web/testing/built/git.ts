import { minutesAgo, type RootArguments, type Roots } from './roots.js';

const aRepository = {
  id: 'git_01a20bd09c3c76118cad5fbe18254de7',
  scope: { kind: 'CLUSTER', clusterName: 'shop-prod-use1' },
  provider: 'GIT_HUB',
  apiUrl: 'https://api.github.com',
  project: 'shop/fleet',
  branch: 'main',
  pathPattern: 'clusters/{cluster}/{name}.yaml',
  files: [{ kind: 'NODE_POOL', name: 'gpu', path: 'gpu/pool.yaml' }],
  updatedAt: minutesAgo(60),
  version: 3,
};

/** A file with the manifest; its weight was another before. */
function openPullRequest({ input: { manifest, dryRun } }: RootArguments) {
  const after = String(manifest);
  return {
    change: {
      kind: 'NODE_POOL',
      name: 'general',
      managedBy: { tool: 'ARGO_CD', name: 'shop' },
      repositoryId: aRepository.id,
      provider: aRepository.provider,
      project: aRepository.project,
      branch: aRepository.branch,
      path: 'clusters/shop-prod-use1/general.yaml',
      before: after.replace(/weight: \d+/, 'weight: 10'),
      after,
      pullRequest:
        dryRun === true
          ? null
          : { url: 'https://github.example/shop/fleet/pull/7', number: 7, isNew: true },
    },
  };
}

export const gitRoots: Roots = {
  gitRepositories: () => [aRepository],
  createGitRepository: () => ({ repository: aRepository }),
  updateGitRepository: () => ({ repository: { ...aRepository, version: 4 } }),
  removeGitRepository: () => ({ repository: aRepository }),
  openPullRequest,
};
