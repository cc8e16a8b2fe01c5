import { formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { PauseFieldsFragment } from '../../gql/graphql.js';
import { formatHourly, formatUsd, toMicroUsd } from '../../lib/format/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

type PauseEvidence = NonNullable<PauseFieldsFragment['evidence']>;

/** What a brake saw: the figure, its threshold, and each decision or failure. */
export function Evidence({ evidence }: { readonly evidence: PauseEvidence }) {
  const { rule, observed, threshold, steps, cost } = evidence;
  const figure = rule === 'SPEND_RISE' ? formatHourly : formatCount;
  return (
    <details>
      <summary>
        {figure(observed)}, threshold {figure(threshold)}
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

const cent = 10_000;

const costText = (microUsd: number): string =>
  microUsd > 0 && microUsd < cent ? 'less than $0.01' : formatUsd(microUsd, 2);
