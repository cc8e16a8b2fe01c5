import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';

export interface LoadedProps<T> {
  readonly query: Pick<
    UseQueryResult<T>,
    'data' | 'error' | 'dataUpdatedAt' | 'refetch' | 'isError'
  >;
  /** What the query does, for the failure's sentence: "read the decisions". */
  readonly action: string;
  /** Also called while nothing is there, to show the layout: `undefined` means loading. */
  readonly children: (data: T | undefined) => ReactNode;
}

/** Loading, failure and data in one place: data that is there stays while a failure is told. */
export function Loaded<T>({ query, action, children }: LoadedProps<T>) {
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
