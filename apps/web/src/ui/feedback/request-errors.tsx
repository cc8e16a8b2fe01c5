import type { UserError } from '../../lib/api/user-errors.js';
import { Failure } from './failure.js';
import { Notice } from './notice.js';

export interface RequestErrorsProps {
  /** The failed action, after "Could not", e.g. "save the settings". */
  readonly action: string;
  readonly error: Error | null;
  /** User errors that no field shows. */
  readonly userErrors: readonly UserError[];
}

/** Why a change failed: the user errors of the API, or the failed request. */
export function RequestErrors({ action, error, userErrors }: RequestErrorsProps) {
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
