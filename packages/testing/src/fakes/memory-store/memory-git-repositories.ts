import { type GitRepositoryRepository, scopeKey } from '@kerf/application';
import { AppError } from '@kerf/core';
import { byId } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryGitRepositories({ gitRepositories }: MemoryTables): GitRepositoryRepository {
  return {
    async insert(repository) {
      const key = scopeKey(repository.scope);
      if (gitRepositories.find(({ scope }) => scopeKey(scope) === key) !== null) {
        throw new AppError({
          code: 'STATE.CONFLICT',
          message: 'There is already a Git repository for this scope. Change that one.',
          fields: [{ path: 'scope', message: 'has a Git repository already' }],
        });
      }
      gitRepositories.set(repository.id, repository);
    },
    find: async (id) => gitRepositories.get(id),
    list: async () => gitRepositories.all().toSorted(byId),
    async save(repository) {
      if (gitRepositories.get(repository.id)?.version !== repository.version) return null;
      const saved = { ...repository, version: repository.version + 1 };
      gitRepositories.set(saved.id, saved);
      return saved;
    },
    async remove({ id, version }) {
      return gitRepositories.get(id)?.version === version && gitRepositories.delete(id);
    },
  };
}
