import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplyManifestsInput } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import type { UserError } from '../../../lib/api/user-errors.js';
import { useDebouncedValue } from '../../../ui/controls/hooks.js';
import { toast } from '../../../ui/feedback/toast.js';
import { applyManifests, dryRunQuery } from '../definitions.queries.js';
import {
  type ApplyPlan,
  conflictReason,
  type DocumentPreview,
  type EditConflict,
  toApplyPlan,
} from './apply-text.js';
import {
  type EditBase,
  toEditConflict,
  toExpectedVersions,
  toNextBase,
} from './to-edit-conflict.js';

/** Errors of a request. */
interface RequestErrors {
  readonly error: Error | null;
  readonly userErrors: readonly UserError[];
}

export interface ApplyState {
  readonly documents: readonly DocumentPreview[];
  readonly plan: ApplyPlan;
  /** The text changed; the preview is of the previous text. */
  readonly isOutdated: boolean;
  readonly base: EditBase | null;
  readonly conflict: EditConflict | null;
  readonly dryRunErrors: RequestErrors;
  readonly saving: RequestErrors & { readonly isPending: boolean };
  readonly save: () => void;
  /** Sets the version of the edited definition that may be replaced. */
  readonly setBaseVersion: (version: number) => void;
}

interface ApplyPlanOptions {
  readonly clusterName: string;
  readonly initialBase: EditBase | null;
}

const debounceMs = 500;

/** Validates the text when typing pauses, and applies it over the versions that are shown. */
export function useApplyPlan(
  input: Omit<ApplyManifestsInput, 'dryRun' | 'expectedVersions' | 'idempotencyKey'>,
  { clusterName, initialBase }: ApplyPlanOptions,
): ApplyState {
  const { manifests } = input;
  const [base, setBase] = useState(initialBase);
  const isEmpty = manifests.trim() === '';
  const [debouncedText] = useDebouncedValue(manifests, debounceMs);
  const dryRun = useQuery({
    ...dryRunQuery({ ...input, manifests: debouncedText }),
    placeholderData: keepPreviousData,
  });
  const documents = isEmpty ? [] : (dryRun.data?.documents ?? []);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      applyManifests({
        ...input,
        dryRun: false,
        expectedVersions: toExpectedVersions(base, documents),
        idempotencyKey: createIdempotencyKey(),
      }),
    onSuccess: async (payload) => {
      if (payload.applied) {
        setBase(toNextBase(base, payload.documents));
        toast(`Applied ${payload.documents.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`);
      }
      // Also after an error: the stored definitions differ from those shown.
      await client.invalidateQueries({
        predicate: ({ meta }) => meta?.topics?.includes('DEFINITION') === true,
      });
    },
  });
  const conflict = toEditConflict(base, documents);
  return {
    documents,
    plan:
      conflict === null
        ? toApplyPlan(documents, clusterName)
        : { kind: 'refused', reason: conflictReason(conflict) },
    isOutdated: !isEmpty && (dryRun.isFetching || debouncedText !== manifests),
    base,
    conflict,
    dryRunErrors: { error: dryRun.error, userErrors: dryRun.data?.userErrors ?? [] },
    saving: {
      error: saving.error,
      userErrors: conflict === null ? (saving.data?.userErrors ?? []) : [],
      isPending: saving.isPending,
    },
    save: () => saving.mutate(),
    setBaseVersion: (version) => {
      setBase(base === null ? null : { ...base, version });
      saving.reset();
    },
  };
}
