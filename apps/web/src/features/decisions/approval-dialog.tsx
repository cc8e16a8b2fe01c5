import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button, Modal } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors, type RequestErrorsProps } from '../../ui/feedback/request-errors.js';
import { Row, Stack } from '../../ui/layout/layout.js';

interface ApprovalDialogProps {
  readonly title: string;
  /** The action that fails with the request, e.g. `approve the decision`. */
  readonly action: string;
  readonly approving: Pick<
    UseMutationResult<Pick<RequestErrorsProps, 'userErrors'>, Error, void>,
    'data' | 'error' | 'isPending' | 'mutate'
  >;
  /** Label of the button that approves. */
  readonly label: string;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ReactNode;
}

/** Asks before one or several decisions are approved. */
export function ApprovalDialog({
  title,
  action,
  approving,
  label,
  onClose,
  children,
}: ApprovalDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="sm">
        <RequestErrors
          action={action}
          error={approving.error}
          userErrors={approving.data?.userErrors ?? []}
        />
        {children}
        <Row justify="end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <WriteButton
            action="DECISION_APPROVE"
            isBusy={approving.isPending}
            onClick={() => approving.mutate()}
          >
            {label}
          </WriteButton>
        </Row>
      </Stack>
    </Modal>
  );
}
