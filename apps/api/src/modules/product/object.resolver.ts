import { Inject } from '@nestjs/common';
import { Args, Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { ObjectFinders, type ObjectView } from '../../graphql/object-finders.js';

@Resolver()
@Access('signed-in')
export class ObjectResolver {
  constructor(@Inject(ObjectFinders) private readonly finders: ObjectFinders) {}

  @Query()
  object(@Args('id') id: string): Promise<ObjectView | null> {
    return this.finders.find(id);
  }
}
