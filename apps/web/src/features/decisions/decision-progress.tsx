import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { Notice } from '../../ui/notice.js';
import { OperationFailures } from '../../ui/operation-failures.js';
import { progressSentence } from './to-progress-text.js';

export interface DecisionProgressProps {
  readonly decision: Pick<DecisionSummaryFieldsFragment, 'kind' | 'state' | 'progress'>;
}

/** How far the execution is, and what holds it up; nothing unless it is executed. */
export function DecisionProgress({ decision }: DecisionProgressProps) {
  const { progress } = decision;
  if (progress === null) return null;
  return (
    <>
      <Notice tone="active" isAnnounced>
        {progressSentence(decision)}.
      </Notice>
      {progress.waitingFor.length > 0 && (
        <Notice tone="attention">
          Blocked by:
          <ul>
            {progress.waitingFor.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        </Notice>
      )}
      <OperationFailures failures={progress.failures} />
    </>
  );
}
