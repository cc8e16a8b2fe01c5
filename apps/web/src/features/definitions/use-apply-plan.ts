import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApplyManifestsInput } from '../../gql/graphql.js';
import { createIdempotencyKey } from '../../lib/idempotency-key.js';
import type { UserError } from '../../lib/user-errors.js';
import { useDebouncedValue } from '../../ui/debounced.js';
import { toast } from '../../ui/toast.js';
import { applyManifests, dryRunQuery } from './definitions.queries.js';
import { type ApplyPlan, type DocumentReading, toApplyPlan } from './to-apply-plan.js';

/** What was tried and did not work. */
interface Trouble {
  readonly error: Error | null;
  readonly userErrors: readonly UserError[];
}

export interface ApplyState {
  readonly documents: readonly DocumentReading[];
  readonly plan: ApplyPlan;
  /** The text changed since; what is shown is of the text before. */
  readonly isBehind: boolean;
  readonly reading: Trouble;
  readonly saving: Trouble & { readonly isPending: boolean };
  readonly save: () => void;
}

const settleMs = 500;

/** Reads the text when the typing pauses, and saves what was read. */
export function useApplyPlan(
  input: Omit<ApplyManifestsInput, 'dryRun' | 'idempotencyKey'>,
  clusterName: string,
): ApplyState {
  const { manifests } = input;
  const isEmpty = manifests.trim() === '';
  const [settled] = useDebouncedValue(manifests, settleMs);
  const dryRun = useQuery({
    ...dryRunQuery({ ...input, manifests: settled }),
    placeholderData: keepPreviousData,
  });
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      applyManifests({ ...input, dryRun: false, idempotencyKey: createIdempotencyKey() }),
    onSuccess: async ({ applied, documents }) => {
      if (!applied) return;
      toast(`Saved ${documents.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`);
      await client.invalidateQueries({
        predicate: ({ meta }) => meta?.topics?.includes('DEFINITION') === true,
      });
    },
  });
  const documents = isEmpty ? [] : (dryRun.data?.documents ?? []);
  return {
    documents,
    plan: toApplyPlan(documents, clusterName),
    isBehind: !isEmpty && (dryRun.isFetching || settled !== manifests),
    reading: { error: dryRun.error, userErrors: dryRun.data?.userErrors ?? [] },
    saving: {
      error: saving.error,
      userErrors: saving.data?.userErrors ?? [],
      isPending: saving.isPending,
    },
    save: () => saving.mutate(),
  };
}
