import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { OpenPullRequestDocument, type OpenPullRequestInput } from '../../../gql/graphql.js';
import { request } from '../../../lib/api/graphql-client.js';

const propose = async (input: OpenPullRequestInput, signal?: AbortSignal) =>
  (await request(OpenPullRequestDocument, { input }, signal)).openPullRequest;

export type GitChange = NonNullable<Awaited<ReturnType<typeof propose>>['change']>;

interface Proposal {
  readonly clusterId: string;
  /** The manifest as it should be. */
  readonly manifest: string;
}

/** A dry run opens nothing, so it is a query. The repository is asked once for each text. */
const gitChangeQuery = (proposal: Proposal) =>
  queryOptions({
    queryKey: ['git-change', proposal],
    queryFn: ({ signal }) => propose({ ...proposal, dryRun: true }, signal),
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The change of an object in its Git repository. */
export const useGitChange = (proposal: Proposal) => useQuery(gitChangeQuery(proposal));

/** Opens a pull request with the change. */
export const useOpenPullRequest = (proposal: Proposal) =>
  useMutation({
    mutationFn: (texts: Pick<OpenPullRequestInput, 'title' | 'description'>) =>
      propose({ ...proposal, ...texts, dryRun: false }),
  });
