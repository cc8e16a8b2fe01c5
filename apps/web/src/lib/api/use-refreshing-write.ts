import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserError } from './user-errors.js';

/** The answer of the API to a write. */
export interface Written {
  readonly userErrors: readonly UserError[];
}

/** A write. Afterwards the queries are loaded again, whether it was accepted or not; `onDone` is called if it was. */
export function useRefreshingWrite<Input, Result extends Written>(
  write: (input: Input) => Promise<Result>,
  refreshes: readonly QueryKey[],
  onDone?: (result: Result) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async (result) => {
      if (result.userErrors.length === 0) onDone?.(result);
      await Promise.all(refreshes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
