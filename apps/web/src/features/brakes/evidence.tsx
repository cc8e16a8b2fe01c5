import { formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { PauseFieldsFragment } from '../../gql/graphql.js';
import { formatHourly, formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

type PauseEvidence = NonNullable<PauseFieldsFragment['evidence']>;

/** Shows the evidence of a brake: the figure, its threshold, and each decision or failure. */
export function Evidence({ evidence }: { readonly evidence: PauseEvidence }) {
  const { steps, cost } = evidence;
  return (
    <details>
      <summary>
        {figuresText(evidence)}
        {cost !== null &&
          `; old and new nodes together cost ${costText(toMicroUsd(cost))} meanwhile`}
      </summary>
      <ol>
        {steps.map(({ at, decisionId, text }) => (
          <li key={`${at} ${decisionId ?? ''} ${text}`}>
            <RelativeTime at={at} />: {text}{' '}
            {decisionId !== null && (
              <Link to="/decisions/$id" params={{ id: decisionId }}>
                decision
              </Link>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** E.g. `5, threshold 4`; a rise of the cost is an amount, other rules count. */
function figuresText(evidence: PauseEvidence): string {
  const { observed, threshold, observedSpendRise, thresholdSpendRise } = evidence;
  const counts = [observed, threshold].flatMap((count) =>
    count === null ? [] : formatCount(count),
  );
  const rises = [observedSpendRise, thresholdSpendRise].flatMap((rise) =>
    rise === null ? [] : formatHourly(toMicroUsd(rise)),
  );
  return [...counts, ...rises].join(', threshold ');
}

const cent = 10_000;

const costText = (microUsd: number): string =>
  microUsd > 0 && microUsd < cent ? 'less than $0.01' : formatUsd(microUsd, 2);
