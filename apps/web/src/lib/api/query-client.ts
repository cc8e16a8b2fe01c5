import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { ChangeTopic } from '../../gql/graphql.js';
import { ApiError, isSignedOut } from './api-error.js';

/** The change notices that a query is refetched for. */
interface QueryMeta extends Record<string, unknown> {
  readonly topics?: readonly ChangeTopic[];
  /** Limits notices to one cluster; absent for all clusters. */
  readonly clusterId?: string | undefined;
  /** Limits notices of these topics to one object each. */
  readonly ids?: Readonly<Partial<Record<ChangeTopic, string>>>;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Refetch interval without change notices, in case one is lost. */
const refetchEveryMs = 15_000;

export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchInterval: refetchEveryMs,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && error.kind === 'offline',
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { retry: false },
    },
  });
}
