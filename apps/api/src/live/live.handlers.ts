import { Inject } from '@nestjs/common';
import { Args, Resolver, Subscription } from '@nestjs/graphql';
import { Access, CalledBy } from '../auth/access.js';
import type { SubscriptionChangesArgs } from '../generated/schema-types.js';
import type { Caller } from '../request/current-request.js';
import { ChangeStream } from './change-stream.js';
import type { ChangeView } from './change-view.js';
import { LiveChanges } from './live-changes.js';

@Resolver()
@Access('signed-in')
export class LiveResolver {
  constructor(@Inject(LiveChanges) private readonly changed: LiveChanges) {}

  @Subscription('changes', { resolve: (change: ChangeView) => change })
  async changes(
    @Args() { topics, clusterId, since }: SubscriptionChangesArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<AsyncIterableIterator<ChangeView>> {
    const filter = {
      topics: topics === null || topics === undefined ? null : new Set(topics),
      clusterId: clusterId ?? null,
      principal,
    };
    return new ChangeStream(await this.changed.listenSince(filter, since ?? null));
  }
}
