import { assertNever } from '@kerf/core';
import { ApiError } from '../lib/api-error.js';
import { Button } from './controls.js';
import { Notice } from './notice.js';
import { RelativeTime } from './relative-time.js';

export interface FailureProps {
  readonly error: Error;
  /** What could not be done, e.g. "read the nodes". */
  readonly action: string;
  readonly retry?: (() => void) | undefined;
  /** Since when what is still shown is no longer renewed; absent when nothing is shown. */
  readonly staleSince?: number | undefined;
}

/** What failed, what still works, what to do, and what to quote. */
export function Failure({ error, action, retry, staleSince }: FailureProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Notice
      tone="broken"
      isAnnounced
      action={
        retry !== undefined && (
          <Button variant="default" size="compact-xs" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      <strong>Could not {action}.</strong> {error.message} {adviceFor(error)}
      {staleSince !== undefined && (
        <>
          {' '}
          What is shown was read <RelativeTime at={staleSince} />.
        </>
      )}
      {requestId !== undefined && (
        <>
          {' '}
          Request <code>{requestId}</code>
        </>
      )}
    </Notice>
  );
}

function adviceFor(error: Error): string {
  if (!(error instanceof ApiError)) return 'This is a fault of the dashboard; reload the page.';
  switch (error.kind) {
    case 'offline':
      return 'The clusters go on without it. Check the network or the API’s process; the page recovers by itself.';
    case 'signed-out':
      return 'Sign in again.';
    case 'forbidden':
      return 'Your account or token may not do this.';
    case 'refused':
      return 'The request itself was refused; trying again will not help.';
    case 'server':
      return 'Quote the request when you ask for help.';
    default:
      return assertNever(error.kind);
  }
}
