import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserErrorFieldsFragment } from '../../gql/graphql.js';
import { accessKey } from './access.queries.js';

interface Change {
  readonly userErrors: readonly UserErrorFieldsFragment[];
}

/** A write to users, roles, teams or sessions; a successful one refreshes all of them. */
export function useAccessChange<Input, Result extends Change>(
  write: (input: Input) => Promise<Result>,
  onDone: () => void = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) onDone();
      await client.invalidateQueries({ queryKey: accessKey });
    },
  });
}
