import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';

export interface QueryContentProps<T> {
  readonly query: Pick<
    UseQueryResult<T>,
    'data' | 'error' | 'dataUpdatedAt' | 'refetch' | 'isError'
  >;
  /** The action of the query, for the error message: "load the decisions". */
  readonly action: string;
  /** Also called while loading, with `undefined`, to show the layout. */
  readonly children: (data: T | undefined) => ReactNode;
}

/** Loading, error and data of a query: loaded data stays visible beside an error. */
export function QueryContent<T>({ query, action, children }: QueryContentProps<T>) {
  const { data, error } = query;
  return (
    <>
      {error !== null && (
        <Failure
          error={error}
          action={action}
          retry={() => void query.refetch()}
          staleSince={data === undefined ? undefined : query.dataUpdatedAt}
        />
      )}
      {(data !== undefined || error === null) && children(data)}
    </>
  );
}
