import { type ReactNode, useEffect, useRef } from 'react';
import type { AccessAction } from '../../gql/graphql.js';
import { useViewer } from '../../lib/context/viewer.js';
import { Button } from '../controls/controls.js';
import { WriteButton, type WriteButtonProps } from '../controls/write-button.js';
import { RequestErrors } from '../feedback/request-errors.js';
import { Row, Stack } from '../layout/layout.js';
import type { Submission } from './use-write-form.js';

export interface WriteFormProps {
  readonly form: Submission;
  /** The failed action, after "Could not", e.g. "save the settings". */
  readonly action: string;
  /** The permission that it needs; absent for what every signed-in user may do. */
  readonly permission?: AccessAction;
  /** The text of its button. */
  readonly submit: ReactNode;
  readonly variant?: WriteButtonProps['variant'];
  /** Its accessible name. */
  readonly label?: string;
  /** Shows a button that leaves the form. */
  readonly onCancel?: () => void;
  /** Beside the button. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** The fields of a form, why its last write failed, and the button that sends it. */
export function WriteForm({ form, permission, label, children, ...rest }: WriteFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const refusal = useViewer().refusalOf(permission);
  const { count, otherErrors } = form.refusals;
  useEffect(() => {
    if (count === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [count]);
  // Enter submits a form with one field even if its button is disabled.
  const canSubmit = [refusal, form.disabledReason].every((reason) => reason === undefined);
  return (
    <form
      ref={element}
      aria-label={label}
      aria-busy={form.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSubmit) form.submit();
      }}
    >
      <Stack>
        {children}
        <RequestErrors action={rest.action} error={form.error} userErrors={otherErrors} />
        <Row>
          <WriteButton
            {...(permission === undefined ? {} : { action: permission })}
            type="submit"
            variant={rest.variant ?? 'primary'}
            isBusy={form.isPending}
            disabledReason={form.disabledReason}
          >
            {rest.submit}
          </WriteButton>
          {rest.onCancel !== undefined && (
            <Button variant="default" onClick={rest.onCancel}>
              Cancel
            </Button>
          )}
          {rest.aside}
        </Row>
      </Stack>
    </form>
  );
}
