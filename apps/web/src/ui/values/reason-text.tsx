import { useCallback } from 'react';
import { usePreferences } from '../../lib/browser/preferences.js';
import { formatAge, formatInstant } from '../../lib/format/time.js';
import { countdownWords, type Reason, reasonEndsAt } from '../../lib/reasons/reason-sentence.js';
import { useNow } from './relative-time.js';

export interface ReasonTextProps {
  readonly reason: Reason;
  /** Only the subject, for narrow cells; the sentence is on hover. */
  readonly isShort?: boolean;
}

/** A reason in words, with its code on hover. */
export function ReasonText({ reason, isShort = false }: ReasonTextProps) {
  const { message, subject } = reason;
  const until = reasonEndsAt(reason);
  if (isShort) {
    return <span title={`${message} (${reason.code})`}>{subject}</span>;
  }
  return (
    <span title={reason.code}>
      {message}
      {until !== null && <RemainingTime at={until} words={countdownWords(reason)} />}
    </span>
  );
}

/** The remaining time; nothing once it has passed, until the next evaluation. */
function RemainingTime({ at, words }: { readonly at: number; readonly words: string }) {
  const { timeZone } = usePreferences();
  const remaining = useNow(
    useCallback((now: number) => (at > now ? formatAge(at - now) : ''), [at]),
  );
  return (
    remaining !== '' && (
      <>
        , {words}{' '}
        <span className="num" title={formatInstant(at, timeZone)}>
          {remaining}
        </span>
      </>
    )
  );
}
