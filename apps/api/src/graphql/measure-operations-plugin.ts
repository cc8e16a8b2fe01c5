import type { ApolloServerPlugin } from '@apollo/server';
import { durationBuckets, type Metrics } from '@kerf/system';
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { GraphqlContext } from './graphql-context.js';

/** Measures executed operations; operations that were refused before are measured as requests only. */
export function measureOperations(metrics: Metrics): ApolloServerPlugin<GraphqlContext> {
  const duration = metrics.histogram({
    name: 'kerf_api_graphql_duration_seconds',
    help: 'Duration of GraphQL operations in seconds, by their first field.',
    labels: ['type', 'field', 'outcome'],
    buckets: durationBuckets,
  });
  return {
    requestDidStart: () => {
      const startedAt = performance.now();
      return Promise.resolve({
        willSendResponse({ operation, errors }) {
          if (operation !== undefined) {
            const labels = {
              type: operation.operation,
              field: firstFieldOf(operation),
              outcome: errors === undefined ? 'ok' : 'failed',
            };
            duration.observe(labels, (performance.now() - startedAt) / 1_000);
          }
          return Promise.resolve();
        },
      });
    },
  };
}

/** The field's name in the schema: names of operations are chosen by clients and unlimited. */
function firstFieldOf({ selectionSet }: OperationDefinitionNode): string {
  const [first] = selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : 'fragment';
}
