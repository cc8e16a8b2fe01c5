import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserErrorFieldsFragment } from '../../gql/graphql.js';
import { notificationsKey } from './notifications.queries.js';

interface Changed {
  readonly userErrors: readonly UserErrorFieldsFragment[];
}

/** A change of notifications; afterwards everything about them is read again. */
export function useChange<Input, Result extends Changed>(
  change: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      if (result.userErrors.length === 0) onDone?.(result);
      await client.invalidateQueries({ queryKey: notificationsKey });
    },
  });
}
