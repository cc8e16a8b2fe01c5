import { type GitRepositoryRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { UnreadableRecords } from '../json/unreadable-records.js';
import { gitRepositories } from '../tables/git-repositories.js';
import { insertOnce, saveRow } from '../tables/table.js';

export function createGitRepositoryStore(
  db: Db,
  unreadable: UnreadableRecords,
): GitRepositoryRepository {
  return {
    insert: (repository) =>
      insertOnce(db, gitRepositories, repository, () => ({
        code: 'STATE.CONFLICT',
        message: 'There is already a Git repository for this scope. Change that one.',
        fields: [{ path: 'scope', message: 'has a Git repository already' }],
      })),
    find: async (id) =>
      unreadable.oneOrNull(await db.gitRepository.findUnique({ where: { id } }), gitRepositories),
    list: async () =>
      unreadable.readable(
        await db.gitRepository.findMany({ orderBy: { id: 'asc' } }),
        gitRepositories,
      ),
    save: (repository) => saveRow(db, gitRepositories, repository),
    async remove({ id, version }) {
      const { count } = await db.gitRepository.deleteMany({ where: { id, version } });
      return count === 1;
    },
  };
}
