import { Inject } from '@nestjs/common';
import { Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { RoleBinding, Team, User } from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import type { Caller } from '../../request/current-request.js';
import { AccessReads } from './access.reads.js';

/** Finds role bindings, teams and users by ID. */
@Resolver()
@Access('identity.read')
export class AccessObjects {
  constructor(@Inject(AccessReads) private readonly reads: AccessReads) {}

  @FindsObject('rbi', 'RoleBinding')
  async findBinding(id: string, { principal }: Caller): Promise<RoleBinding | null> {
    return withId(await this.reads.bindings(principal), id);
  }

  /** Callers who may not see users find the teams that they are members of. */
  @FindsObject('tea', 'Team')
  @Access('signed-in')
  async findTeam(id: string, { principal }: Caller): Promise<Team | null> {
    return withId(await this.reads.teams(principal), id);
  }

  @FindsObject('usr', 'User')
  async findUser(id: string, { principal }: Caller): Promise<User | null> {
    return withId(await this.reads.users(principal), id);
  }
}

function withId<T extends { readonly id: string }>(objects: readonly T[], id: string): T | null {
  return objects.find((object) => object.id === id) ?? null;
}
