import { Link } from '@tanstack/react-router';
import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { decisionSentence } from '../../lib/format/decision-sentence.js';
import { formatMonthlyUsd, formatUsd, toMicroUsdOrNull, withSign } from '../../lib/format/money.js';
import { Badge, StateInTable } from '../../ui/badges/badge.js';
import { decisionKindWords } from '../../ui/badges/state-badges.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { hasOwnCost } from './decision-text.js';
import { decisionBadge, progressSentence } from './progress-text.js';
import { gapText } from './savings-text.js';

export type DecisionRow = DecisionSummaryFieldsFragment;

export const decisionColumns: readonly GridColumn<DecisionRow>[] = [
  {
    id: 'state',
    header: 'State',
    widthPx: 146,
    isPinned: true,
    renderCell: StateCell,
  },
  {
    id: 'what',
    header: 'Decision',
    widthPx: 178,
    grows: true,
    renderCell: (decision) => (
      <Link to="/decisions/$id" params={{ id: decision.id }} tabIndex={-1}>
        {decisionSentence(decision)}
      </Link>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    widthPx: 98,
    renderCell: ({ kind }) => <span className="dimmed">{decisionKindWords[kind]}</span>,
  },
  {
    id: 'cluster',
    header: 'Cluster',
    widthPx: 134,
    renderCell: ({ clusterName }) => <span>{clusterName}</span>,
  },
  {
    id: 'pools',
    header: 'NodePools',
    widthPx: 110,
    renderCell: ({ nodePools }) => <span>{nodePools.join(', ') || '–'}</span>,
  },
  {
    id: 'nodes',
    header: 'Nodes',
    widthPx: 66,
    isNumeric: true,
    renderCell: ({ nodeCount }) => nodeCount,
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 60,
    isNumeric: true,
    renderCell: ({ podCount }) => podCount,
  },
  {
    id: 'change',
    header: '$/month',
    hint: 'Cost change per month (730 hours); negative is a saving',
    widthPx: 94,
    isNumeric: true,
    renderCell: ChangeCell,
  },
  {
    id: 'ratio',
    header: 'Ratio',
    hint: 'Savings ratio: expected saving in $/h per unit of disruption cost (one for each node, about one for each pod to move)',
    widthPx: 76,
    isNumeric: true,
    renderCell: RatioCell,
  },
  {
    id: 'gap',
    header: 'Gap',
    hint: 'Cost of the nodes after this decision above that after the best one within the same budgets, at most',
    widthPx: 64,
    isNumeric: true,
    renderCell: ({ savingGapRatio }) => gapText(savingGapRatio) ?? noValue,
  },
  {
    id: 'age',
    header: 'Proposed',
    widthPx: 92,
    isNumeric: true,
    renderCell: ({ proposedAt }) => <RelativeTime at={proposedAt} />,
  },
  {
    id: 'waits',
    header: 'Decided by',
    widthPx: 116,
    renderCell: DecidedCell,
  },
];

function StateCell(decision: DecisionRow) {
  if (decision.observeOnly) {
    return (
      <Badge tone="neutral" icon="eye">
        Observe only
      </Badge>
    );
  }
  const { progress } = decision;
  return (
    <span title={progressSentence(decision)}>
      <StateInTable content={decisionBadge(decision)} />
      {progress !== null && (
        <span className="dimmed num">
          {' '}
          {progress.done}/{progress.total}
        </span>
      )}
    </span>
  );
}

function ChangeCell(decision: DecisionRow) {
  const microUsd = toMicroUsdOrNull(decision.costChange);
  if (microUsd === null) {
    return <span className="dimmed">{hasOwnCost(decision) ? 'unknown' : '–'}</span>;
  }
  return <span>{withSign(microUsd, formatMonthlyUsd)}</span>;
}

const noValue = <span className="dimmed">–</span>;

function RatioCell({ savingsRatio }: DecisionRow) {
  const microUsd = toMicroUsdOrNull(savingsRatio);
  return microUsd === null ? noValue : <span>{formatUsd(microUsd, 4)}</span>;
}

function DecidedCell({ state, decidedBy, expiresAt }: DecisionRow) {
  if (state === 'AWAITING_APPROVAL' && expiresAt !== null) {
    return (
      <span className="dimmed">
        expires <RelativeTime at={expiresAt} />
      </span>
    );
  }
  return <span className="dimmed">{decidedBy ?? '–'}</span>;
}
