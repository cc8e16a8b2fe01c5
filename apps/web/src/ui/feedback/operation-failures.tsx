import { countOf } from '@kerf/core';
import type { OperationFailureFieldsFragment } from '../../gql/graphql.js';
import { RelativeTime } from '../values/relative-time.js';
import { Notice } from './notice.js';

export interface OperationFailuresProps {
  readonly failures: readonly OperationFailureFieldsFragment[];
}

/** Failures shown one by one; the rest is counted. */
const shownCount = 3;

/** Operations that keep failing: since when, how often, with what, and how to fix it. */
export function OperationFailures({ failures }: OperationFailuresProps) {
  const hiddenCount = failures.length - shownCount;
  return (
    <>
      {failures.slice(0, shownCount).map((failure) => (
        <Notice key={`${failure.operation} ${failure.object}`} tone="attention">
          <div>
            <strong>
              {failure.operation} of {failure.object}
            </strong>{' '}
            has been failing for <RelativeTime at={failure.firstFailedAt} form="age" /> (
            {countOf(failure.attempts, 'attempt')}, last <RelativeTime at={failure.lastFailedAt} />
            ). Kerf retries it.
          </div>
          <div>
            {failure.errorCode}: {failure.message}
          </div>
          {failure.remedy !== null && <div>How to fix: {failure.remedy}</div>}
        </Notice>
      ))}
      {hiddenCount > 0 && (
        <p className="dimmed">and {countOf(hiddenCount, 'more failing operation')}</p>
      )}
    </>
  );
}
