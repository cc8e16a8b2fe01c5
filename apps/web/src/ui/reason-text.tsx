import { describeReason, type Reason, untilOf } from '../lib/reasons/reason-sentence.js';
import { RelativeTime } from './relative-time.js';

export interface ReasonTextProps {
  readonly reason: Reason;
  /** Only the subject, for narrow cells; the sentence is on hover. */
  readonly isShort?: boolean;
}

/** A reason in words; its code on hover, to search for. */
export function ReasonText({ reason, isShort = false }: ReasonTextProps) {
  const { sentence, subject } = describeReason(reason);
  const until = untilOf(reason);
  if (isShort) {
    return <span title={`${sentence} (${reason.code})`}>{subject}</span>;
  }
  return (
    <span title={reason.code}>
      {sentence}
      {until !== null && (
        <>
          , until <RelativeTime at={until} />
        </>
      )}
    </span>
  );
}
