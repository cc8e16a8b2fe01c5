import type { GitRepositoryId } from '@kerf/core';
import type { GitRepository } from '../domain/git/git-repository.js';

/** The Git repositories that the settings name. */
export interface GitRepositoryRepository {
  /** @throws STATE.CONFLICT when the scope has a repository */
  insert(repository: GitRepository): Promise<void>;
  find(id: GitRepositoryId): Promise<GitRepository | null>;
  /** Returns all repositories, ordered by id. */
  list(): Promise<readonly GitRepository[]>;
  /** Compare-and-set on `version`; returns `null` when another writer saved first. */
  save(repository: GitRepository): Promise<GitRepository | null>;
  /** @returns false when it has changed */
  remove(repository: GitRepository): Promise<boolean>;
}
