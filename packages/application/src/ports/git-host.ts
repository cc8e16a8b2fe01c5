import type { DurationMs, Result } from '@kerf/core';
import type { GitPlace } from '../domain/git/git-repository.js';

/** A repository with its token decrypted; never log it. */
export interface OpenGitRepository extends GitPlace {
  readonly token: string;
}

/** The change of one file on a branch of its own. */
export interface PullRequestDraft {
  /** Name of the branch; the same change has the same branch. */
  readonly branch: string;
  readonly path: string;
  /** The whole text of the file after the change. */
  readonly content: string;
  readonly title: string;
  readonly body: string;
}

/** A pull request of GitHub, or a merge request of GitLab. */
export interface PullRequest {
  readonly url: string;
  readonly number: number;
  /** False if an open one of the same change was there. */
  readonly isNew: boolean;
}

/** The reason why a provider of Git repositories refuses, or why there is no answer. */
export interface GitFailure {
  readonly kind:
    | 'Unauthorized'
    | 'Forbidden'
    | 'RepositoryNotFound'
    | 'FileNotFound'
    | 'RateLimited'
    | 'Unavailable'
    | 'Refused';
  /** A sentence that names the fix; never a secret. */
  readonly message: string;
  /** How long the provider asks to wait; `null` when it does not. */
  readonly retryAfterMs: DurationMs | null;
}

/** Reads and changes Git repositories through the APIs of their providers; never throws for what these do. */
export interface GitHost {
  /** Returns the text of a file on the branch of the repository. */
  readFile(repository: OpenGitRepository, path: string): Promise<Result<string, GitFailure>>;
  /** Opens a pull request with the change, or updates title and description of the open one. */
  openPullRequest(
    repository: OpenGitRepository,
    draft: PullRequestDraft,
  ): Promise<Result<PullRequest, GitFailure>>;
}
