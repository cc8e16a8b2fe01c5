import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { InvariantViolation } from '@kerf/core';
import type { Logger, Metrics } from '@kerf/system';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import type { Request, Response } from 'express';
import { defaultFieldResolver, type GraphQLFieldResolver } from 'graphql';
import { toReasonDetail } from './contract/reason-types.js';
import { fieldResolvers } from './field-resolvers.js';
import type { Reason } from './generated/schema-types.js';
import { refuseUnknownAsInput } from './graphql/domain-enums.js';
import type { ContextFactory, GraphqlContext } from './graphql/graphql-context.js';
import { limits } from './graphql/limits.js';
import { measureOperations } from './graphql/measure-operations-plugin.js';
import { runMutations } from './graphql/mutations/run-mutations.js';
import type { ObjectFinders, ObjectView } from './graphql/object-finders.js';
import { requestGuards } from './graphql/request-guards-plugin.js';
import { resolveTotalCounts } from './graphql/resolve-total-counts.js';
import { toGraphqlError } from './graphql/to-graphql-error.js';
import type { ChangeView } from './live/change-view.js';

/** The merged schema, two folders up from here in the sources as in the build. */
export const schemaFile = join(import.meta.dirname, '../schema.graphql');

interface GraphqlParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly contexts: ContextFactory;
  readonly finders: ObjectFinders;
}

export function graphqlOptions({
  log,
  metrics,
  contexts,
  finders,
}: GraphqlParts): Omit<ApolloDriverConfig, 'driver'> {
  const schemaText = readFileSync(schemaFile, 'utf8');
  return {
    path: '/graphql',
    typeDefs: schemaText,
    resolvers: {
      ...fieldResolvers,
      Reason: { detail: ({ code, data }: Reason) => toReasonDetail(code, data) },
      Object: { __resolveType: ({ id }: ObjectView) => finders.typeOf(id) },
      Change: {
        object: ({ id }: ChangeView, _args: unknown, { caller }: GraphqlContext) =>
          id === null ? null : finders.find(id, caller),
      },
    },
    transformSchema: (schema) =>
      runMutations(resolveTotalCounts(refuseUnknownAsInput(schema)), {
        idempotent: contexts.idempotent,
        schemaText,
      }),
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    fieldResolver: ownPropertyResolver,
    context: ({ req, res }: { req: Request; res: Response }): GraphqlContext =>
      contexts.ofRequest(req, res),
    // Responses are private and current; computing cache hints costs as much as the response.
    plugins: [
      measureOperations(metrics),
      requestGuards(contexts.budget),
      ApolloServerPluginCacheControlDisabled(),
    ],
    formatError: (formatted, error) => toGraphqlError(log, formatted, error),
    autoTransformHttpErrors: false,
    preserveHttpStatusForExecutionErrors: false,
    includeStacktraceInErrorResponses: false,
    introspection: true,
    graphiql: false,
    csrfPrevention: true,
    cache: 'bounded',
    persistedQueries: false,
    parseOptions: { maxLexicalTokens: limits.tokens },
  };
}

/** A field without a value or resolver is a bug, not null. */
const ownPropertyResolver: GraphQLFieldResolver<unknown, unknown> = (
  source,
  args,
  context,
  info,
) => {
  if (typeof source === 'object' && source !== null && !(info.fieldName in source)) {
    throw new InvariantViolation(`${info.parentType.name}.${info.fieldName} has no resolver`);
  }
  return defaultFieldResolver(source, args, context, info);
};
