import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserError } from '../../../lib/api/user-errors.js';
import { toast } from '../../../ui/feedback/toast.js';

interface Written {
  readonly userErrors: readonly UserError[];
}

/** Reads the decision again after a write; toasts if it was applied. */
export function useWrite<Input, Result extends Written>(
  write: (input: Input) => Promise<Result>,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length === 0) toast(done);
      await client.invalidateQueries({ queryKey: ['decision'] });
      await client.invalidateQueries({ queryKey: ['decisions'] });
    },
  });
}
