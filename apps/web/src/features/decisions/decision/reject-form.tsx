import { useState } from 'react';
import { Button, Radio, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { Row, Stack } from '../../../ui/layout/layout.js';

/** Reason and end of a rejection. */
export interface Rejection {
  readonly comment: string;
  /** `null` for the time that the settings of the cluster give. */
  readonly holdMs: number | null;
}

export interface RejectFormProps {
  readonly initialComment: string;
  readonly disabledReason: string | undefined;
  readonly isBusy: boolean;
  readonly onReject: (rejection: Rejection) => void;
  readonly onCancel: () => void;
}

const hourMs = 3_600_000;

/** How long the same nodes are not proposed again for the same reason. */
const holds: Readonly<Record<string, { readonly label: string; readonly ms: number | null }>> = {
  settings: { label: 'As the settings of the cluster say', ms: null },
  hour: { label: 'Not for 1 hour', ms: hourMs },
  day: { label: 'Not for 1 day', ms: 24 * hourMs },
  week: { label: 'Not for 1 week', ms: 7 * 24 * hourMs },
};

/** Asks why a decision is rejected, and for how long. */
export function RejectForm(props: RejectFormProps) {
  const { initialComment, disabledReason, isBusy, onReject, onCancel } = props;
  const [comment, setComment] = useState(initialComment);
  const [hold, setHold] = useState('settings');
  return (
    <Stack gap="sm">
      <TextInput
        label="Reason (recorded in history)"
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        maw={480}
      />
      <Radio.Group
        label="Propose the same nodes for the same reason again"
        value={hold}
        onChange={setHold}
      >
        <Row gap="md">
          {Object.entries(holds).map(([value, { label }]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Row>
      </Radio.Group>
      <Row>
        <WriteButton
          action="DECISION_APPROVE"
          disabledReason={disabledReason}
          isBusy={isBusy}
          onClick={() => onReject({ comment, holdMs: holds[hold]?.ms ?? null })}
        >
          Reject
        </WriteButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Row>
    </Stack>
  );
}
