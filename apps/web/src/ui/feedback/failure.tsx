import { assertNever } from '@kerf/core';
import { ApiError } from '../../lib/api/api-error.js';
import { Button } from '../controls/controls.js';
import { RelativeTime } from '../values/relative-time.js';
import { Notice } from './notice.js';

export interface FailureProps {
  readonly error: Error;
  /** The failed action, after "Could not", e.g. "load the nodes". */
  readonly action: string;
  readonly retry?: (() => void) | undefined;
  /** When the data that is still shown was loaded; absent when none is shown. */
  readonly staleSince?: number | undefined;
}

/** Shows a failure, its cause, how to fix it, and the request ID. */
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
          The data shown was loaded <RelativeTime at={staleSince} />.
        </>
      )}
      {requestId !== undefined && (
        <>
          {' '}
          Request ID <code>{requestId}</code>
        </>
      )}
    </Notice>
  );
}

function adviceFor(error: Error): string {
  if (!(error instanceof ApiError)) return 'This is an error of the dashboard. Reload the page.';
  switch (error.kind) {
    case 'offline':
      return 'Clusters are managed without the API too. Check the network and the API process; the page reconnects automatically.';
    case 'signed-out':
      return 'Sign in again.';
    case 'forbidden':
      // The message says whether a permission is missing or the request came from elsewhere, and the fix.
      return '';
    case 'refused':
      return 'The request is invalid. A retry does not help.';
    case 'server':
      return 'Retry. If it fails again, report the request ID.';
    default:
      return assertNever(error.kind);
  }
}
