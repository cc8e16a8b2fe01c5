import { type ExecutionResult, execute, type GraphQLSchema, parse, validate } from 'graphql';
import type { World } from '../world/world.js';
import { type Changes, createChanges } from './changes.js';
import { createMutations } from './mutations.js';
import { createQueries } from './queries.js';
import { loadSchema } from './schema.js';

/** The schema over a world in memory. */
export interface DevApi {
  readonly schema: GraphQLSchema;
  readonly changes: Changes;
  /** Root fields of Subscription. */
  readonly subscriptions: { readonly changes: () => ReturnType<Changes['listen']> };
  readonly run: (
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ) => Promise<ExecutionResult>;
}

export function createDevApi(world: World, clock: () => number): DevApi {
  const schema = loadSchema();
  const changes = createChanges();
  const rootValue = {
    ...createQueries(world, clock),
    ...createMutations(world, changes, clock),
  };
  return {
    schema,
    changes,
    subscriptions: { changes: () => changes.listen() },
    run: async (query, variables) => {
      const document = parse(query);
      const errors = validate(schema, document);
      if (errors.length > 0) return { errors };
      return execute({ schema, document, rootValue, variableValues: variables });
    },
  };
}
