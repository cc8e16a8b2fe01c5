import { Inject } from '@nestjs/common';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { Access, CalledBy } from '../auth/access.js';
import type { Change, SubscriptionChangesArgs } from '../generated/schema-types.js';
import type { Caller } from '../request/current-request.js';
import { LiveChanges } from './live-changes.js';

@Resolver()
@Access('signed-in')
export class LiveResolver {
  constructor(@Inject(LiveChanges) private readonly changed: LiveChanges) {}

  @Subscription('changes', { resolve: (change: Change) => change })
  changes(
    @Args() { topics, clusterId }: SubscriptionChangesArgs,
    @CalledBy() { principal }: Caller,
  ): AsyncIterableIterator<Change> {
    return this.changed.listen({
      topics: topics === null || topics === undefined ? null : new Set(topics),
      clusterId: clusterId ?? null,
      principal,
    });
  }
}
