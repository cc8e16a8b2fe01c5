import type { GitRepository as RepositoryRecord } from '@kerf/application';
import { Inject, Injectable } from '@nestjs/common';
import type { GitRepository } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import { toRepositoryView } from './git.contract.js';

/** Reads Git repositories, for REST and GraphQL. */
@Injectable()
export class GitReads {
  constructor(@Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store'>) {}

  async repositories(): Promise<readonly GitRepository[]> {
    return this.view(await this.ports.store.gitRepositories.list());
  }

  async repository(id: string): Promise<GitRepository | null> {
    const found = await this.ports.store.gitRepositories.find(id);
    if (found === null) return null;
    const [view = null] = await this.view([found]);
    return view;
  }

  async view(repositories: readonly RepositoryRecord[]): Promise<readonly GitRepository[]> {
    const { access, clusters } = this.ports.store;
    const [teams, known] = await Promise.all([access.teams(), clusters.list()]);
    // The names in a scope need no roles.
    const names = { facts: { roles: [], bindings: [], teams }, clusters: known };
    return repositories.map((repository) => toRepositoryView(repository, names));
  }
}
