import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { ChangeTopic } from '../../gql/graphql.js';
import { ApiError, isSignedOut } from './api-error.js';

/** The topics of a query, by which change notices find it. */
interface QueryMeta extends Record<string, unknown> {
  readonly topics?: readonly ChangeTopic[];
  /** Only changes of this cluster matter; absent: of any. */
  readonly clusterId?: string | undefined;
  /** Of these topics only changes of one object matter. */
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
