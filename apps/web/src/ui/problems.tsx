import type { UserError } from '../lib/user-errors.js';
import { Failure } from './failure.js';
import { Notice } from './notice.js';

export interface ProblemsProps {
  /** What was tried, e.g. "save the settings". */
  readonly action: string;
  readonly error: Error | null;
  /** Those that no field shows. */
  readonly userErrors: readonly UserError[];
}

/** Why a change was not made: the API's word, or the failure of asking it. */
export function Problems({ action, error, userErrors }: ProblemsProps) {
  return (
    <>
      {error !== null && <Failure error={error} action={action} />}
      {userErrors.map(({ code, message }) => (
        <Notice key={message} tone={code === 'STALE' ? 'attention' : 'broken'} isAnnounced>
          {message}
        </Notice>
      ))}
    </>
  );
}
