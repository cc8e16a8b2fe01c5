import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { badInput } from '../../contract/public-error.js';
import { ObjectFinders, type ObjectView } from '../../graphql/object-finders.js';
import type { Caller } from '../../request/current-request.js';

const maxIds = 100;

@Resolver()
@Access('signed-in')
export class ObjectResolver {
  constructor(@Inject(ObjectFinders) private readonly finders: ObjectFinders) {}

  @Query()
  object(@Args('id') id: string, @CalledBy() caller: Caller): Promise<ObjectView | null> {
    return this.finders.find(id, caller);
  }

  @Query()
  async objects(
    @Args('ids') ids: readonly string[],
    @CalledBy() caller: Caller,
  ): Promise<readonly (ObjectView | null)[]> {
    if (ids.length < 1 || ids.length > maxIds) {
      const message = `must be 1 to ${maxIds} IDs`;
      throw badInput('The arguments are invalid.', [{ path: 'ids', message }]);
    }
    const distinct = [...new Set(ids)];
    const found = await Promise.all(distinct.map((id) => this.finders.find(id, caller)));
    const views = new Map(distinct.map((id, index) => [id, found[index] ?? null]));
    return ids.map((id) => views.get(id) ?? null);
  }
}
