import { useForm } from '@mantine/form';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Written } from '../../lib/api/use-refreshing-write.js';
import { rootField, type UserError } from '../../lib/api/user-errors.js';
import { toFieldProps } from './field-props.js';

export interface WriteFormOptions<Values extends object, Result extends Written> {
  /** The fields, named as in the input of the API, with their values when the form opens and after a write. */
  readonly initial: Values;
  /** Returns why the values cannot be sent yet; absent if they always can. */
  readonly missing?: (values: Values) => string | undefined;
  /** Whether the form shows stored values, so that there is nothing to send until one differs. */
  readonly isEdit?: boolean;
  readonly write: (values: Values) => Promise<Result>;
  /** Keys of the queries to load again after a write, accepted or not. */
  readonly refreshes?: readonly QueryKey[];
  /** Called after an accepted write. */
  readonly onDone?: (result: Result, values: Values) => unknown;
}

/** The part of a form that `WriteForm` shows. */
export interface Submission {
  readonly submit: () => void;
  readonly isPending: boolean;
  /** Why it cannot be submitted yet; absent if it can. */
  readonly disabledReason: string | undefined;
  readonly error: Error | null;
  readonly refusals: Refusals;
}

/** How the API refused writes. */
export interface Refusals {
  readonly count: number;
  /** User errors of the last answer without a field on the screen. */
  readonly otherErrors: readonly UserError[];
}

const noRefusals: Refusals = { count: 0, otherErrors: [] };

/**
 * A form whose values are sent to the API by one write. User errors are shown beside their fields.
 * The values stay when a write fails, and are those of `initial` again after an accepted write.
 */
export function useWriteForm<Values extends object, Result extends Written>({
  initial,
  missing,
  isEdit = false,
  write,
  refreshes = [],
  onDone,
}: WriteFormOptions<Values, Result>) {
  // It keeps the fields of several forms on a page apart; Mantine allows no other characters.
  const name = useId().replaceAll(/[^a-z\d]/gi, '-');
  const form = useForm<Values>({ name, initialValues: initial });
  const [refusals, setRefusals] = useState(noRefusals);
  const client = useQueryClient();
  const showErrors = (errors: readonly UserError[]) => {
    const isShown = (error: UserError) => form.getInputNode(rootField(error)) !== null;
    form.setErrors(messagesByField(errors.filter(isShown)));
    const otherErrors = errors.filter((error) => !isShown(error));
    setRefusals(({ count }) => ({ count: count + Math.sign(errors.length), otherErrors }));
  };
  const writing = useMutation({
    mutationKey: [name],
    mutationFn: (values: Values) => write(values),
    onSuccess: async (result, values) => {
      showErrors(result.userErrors);
      await Promise.all(refreshes.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (result.userErrors.length > 0) return;
      form.reset();
      await onDone?.(result, values);
    },
  });
  const unchanged = isEdit && !form.isDirty() ? 'No changes' : undefined;
  const submission: Submission = {
    submit: () => {
      // `isPending` is true only after the next render: Enter twice would send twice.
      if (client.isMutating({ mutationKey: [name] }) === 0) writing.mutate(form.values);
    },
    isPending: writing.isPending,
    disabledReason: missing?.(form.values) ?? unchanged,
    error: writing.error,
    refusals,
  };
  return {
    ...submission,
    ...toFieldProps(form),
    values: form.values,
    setValues: (values: Partial<Values>) => form.setValues(values),
    /** The answer to the last write; absent before. */
    result: writing.data,
    forgetResult: writing.reset,
  };
}

/** All messages about a field are shown beside it. */
function messagesByField(errors: readonly UserError[]): Record<string, string> {
  const byField = Map.groupBy(errors, rootField);
  return Object.fromEntries(
    [...byField].map(([field, its]) => [field, its.map(({ message }) => message).join(' ')]),
  );
}
