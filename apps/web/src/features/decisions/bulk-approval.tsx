import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/controls/controls.js';
import { canApproveRow } from './can-approve-row.js';
import type { DecisionRow } from './decision-columns.js';

/** Loaded on first use. */
const BulkApprovalDialog = lazy(async () => ({
  default: (await import('./bulk-approval-dialog.js')).BulkApprovalDialog,
}));

export interface BulkApprovalProps {
  /** The list that is shown; it offers nothing unless its decisions await approval. */
  readonly show: string | undefined;
  /** The decisions that are listed; absent while they load. */
  readonly rows: readonly DecisionRow[] | undefined;
}

/** Decisions that are approved together, at most. */
const maxDecisions = 50;
/** Approves the listed decisions if they are alike: one kind, all awaiting approval. */
export function BulkApproval({ show, rows }: BulkApprovalProps) {
  const [isOpen, setIsOpen] = useState(false);
  const waiting = (rows ?? []).filter(canApproveRow).slice(0, maxDecisions);
  const [first] = waiting;
  if ((show !== 'waiting' && show !== 'mine') || first === undefined || waiting.length < 2)
    return null;
  if (waiting.some(({ kind }) => kind !== first.kind)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Approve {waiting.length} listed…
      </Button>
      <Suspense>
        {isOpen && (
          <BulkApprovalDialog
            kind={first.kind}
            decisions={waiting}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
