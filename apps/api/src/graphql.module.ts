import type { ReadQueries } from '@kerf/db';
import type { Logger, Metrics } from '@kerf/telemetry';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { Sessions } from './auth/sessions.js';
import { graphqlOptions } from './graphql-options.js';
import { LiveGateway } from './live/live.gateway.js';
import { LiveModule } from './live/live.module.js';
import { LiveResolver } from './live/live.resolver.js';
import { LiveChanges } from './live/live-changes.js';
import { IdentityModule } from './modules/identity/identity.module.js';
import { LOG, METRICS, QUERIES } from './parts.js';

/** The GraphQL API: queries and mutations over HTTP, subscriptions over WebSocket. */
@Module({
  imports: [
    LiveModule,
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      imports: [IdentityModule],
      inject: [LOG, METRICS, QUERIES, Sessions],
      useFactory: (log: Logger, metrics: Metrics, queries: ReadQueries, sessions: Sessions) =>
        graphqlOptions({ log, metrics, queries, sessions }),
    }),
  ],
  providers: [LiveGateway, LiveResolver, LiveChanges],
})
export class GraphqlModule {}
