import type { ApolloServerPlugin } from '@apollo/server';
import { durationBuckets, type Metrics } from '@kerf/telemetry';
import { Kind, type OperationDefinitionNode } from 'graphql';
import type { GraphqlContext } from './graphql-context.js';

/** Times operations that were carried out, well or not; what was refused before shows as a request. */
export function measureOperations(metrics: Metrics): ApolloServerPlugin<GraphqlContext> {
  const duration = metrics.histogram({
    name: 'kerf_api_graphql_duration_seconds',
    help: 'How long GraphQL operations took, by the first field that they ask for.',
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

/** The schema's name for it; names of operations are the client's, of which there is no end. */
function firstFieldOf({ selectionSet }: OperationDefinitionNode): string {
  const [first] = selectionSet.selections;
  return first?.kind === Kind.FIELD ? first.name.value : 'fragment';
}
