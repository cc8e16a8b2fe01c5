import type { Logger, Metrics } from '@kerf/system';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { CostBudget } from './graphql/cost-budget.js';
import { ContextFactory } from './graphql/graphql-context.js';
import { ObjectFinders } from './graphql/object-finders.js';
import { graphqlOptions } from './graphql-options.js';
import { LiveResolver } from './live/live.handlers.js';
import { LiveModule } from './live/live.module.js';
import { LiveGateway } from './live/live-gateway.js';
import { SubscriptionDocuments } from './live/subscription-documents.js';
import { Subscriptions } from './live/subscriptions.js';
import { IdentityModule } from './modules/identity/identity.module.js';
import { LOG, METRICS } from './parts.js';

@Module({
  imports: [IdentityModule],
  providers: [ContextFactory, CostBudget],
  exports: [ContextFactory],
})
class ContextModule {}

/** The GraphQL API: queries and mutations over HTTP, subscriptions over WebSocket. */
@Module({
  imports: [
    LiveModule,
    ContextModule,
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      imports: [ContextModule],
      inject: [LOG, METRICS, ContextFactory, ObjectFinders],
      useFactory: (
        log: Logger,
        metrics: Metrics,
        contexts: ContextFactory,
        finders: ObjectFinders,
      ) => graphqlOptions({ log, metrics, contexts, finders }),
    }),
  ],
  providers: [LiveGateway, LiveResolver, SubscriptionDocuments, Subscriptions],
})
export class GraphqlModule {}
