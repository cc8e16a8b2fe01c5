import type { GitRepository as RepositoryRecord } from '@kerf/application';
import { invariant } from '@kerf/core';
import { Delete, Get, Patch, Post } from '@nestjs/common';
import type { GitRepository } from '../../generated/schema-types.js';
import { shownAs } from '../../handlers/declare-write.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { gitOperations as operations, toChangeView } from './git.contract.js';
import { GitReads } from './git.reads.js';
import { GitWrites } from './git.writes.js';

const asRepository = shownAs(
  async ({ reads }: { readonly reads: GitReads }, repository: RepositoryRecord) => {
    const [view] = await reads.view([repository]);
    invariant(view !== undefined, 'a repository has a view');
    return view;
  },
  (repository: GitRepository | null) => ({ repository }),
);

export const git = serveNoun(
  { path: 'api/v1', writes: GitWrites, reads: GitReads },
  (callersWith) => {
    const { whole, one } = callersWith('git-repository.read');
    whole(
      [operations.list, Get('git-repositories'), 'gitRepositories'],
      (reads) => reads.repositories(),
      ({ project }) => project,
    );
    one(
      [operations.get, Get('git-repositories/:id')],
      { kind: 'Git repository', finds: ['git', 'GitRepository'] },
      (reads, id) => reads.repository(id),
    );
  },
  (callersWith) => {
    const { write } = callersWith('git-repository.write');
    write(operations.create, Post('git-repositories'), 'create', asRepository);
    write(operations.update, Patch('git-repositories/:id'), 'update', asRepository);
    write(operations.remove, Delete('git-repositories/:id'), 'remove', asRepository);
  },
  (callersWith) => {
    const { write } = callersWith('definition.write');
    write(
      operations.propose,
      Post('pull-requests'),
      'propose',
      shownAs(
        (_, change) => toChangeView(change),
        (change) => ({ change }),
      ),
    );
  },
);
