import type { NodeClaimFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';
import { formatAge } from '../../lib/format/time.js';
import { capacityTypeWords, terminationReasonWords } from '../../lib/format/words.js';
import { StateInTable } from '../../ui/badges/badge.js';
import { nodeClaimBadges, terminationStepWords } from '../../ui/badges/state-badges.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { Money } from '../../ui/values/money.js';
import { NodePoolName } from '../../ui/values/node-pool-name.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';

export type NodeClaimRow = NodeClaimFieldsFragment;

export const nodeClaimColumns: readonly GridColumn<NodeClaimRow>[] = [
  {
    id: 'name',
    header: 'NodeClaim',
    widthPx: 162,
    isPinned: true,
    textOf: ({ name }) => name,
    renderCell: ({ name }) => <span>{name}</span>,
  },
  {
    id: 'pool',
    header: 'NodePool',
    widthPx: 128,
    renderCell: ({ nodePool }) => <NodePoolName name={nodePool} />,
  },
  {
    id: 'state',
    header: 'State',
    widthPx: 118,
    renderCell: ({ state }) => <StateInTable content={nodeClaimBadges[state]} />,
  },
  {
    id: 'type',
    header: 'Type',
    widthPx: 136,
    renderCell: ({ instanceType }) => <span>{instanceType ?? '–'}</span>,
  },
  {
    id: 'zone',
    header: 'Zone',
    widthPx: 112,
    renderCell: ({ zone }) => <span className="dimmed">{zone ?? '–'}</span>,
  },
  {
    id: 'capacity',
    header: 'Capacity',
    widthPx: 96,
    renderCell: ({ capacityType }) => (
      <span>{capacityType === null ? '–' : capacityTypeWords[capacityType]}</span>
    ),
  },
  {
    id: 'price',
    header: '$/h',
    hint: 'Price at launch',
    widthPx: 78,
    isNumeric: true,
    renderCell: ({ price, launchedAt }) =>
      launchedAt === null ? '–' : <Money microUsd={toMicroUsdOrNull(price)} columnDigits={4} />,
  },
  {
    id: 'age',
    header: 'Requested',
    widthPx: 100,
    isNumeric: true,
    renderCell: ({ requestedAt }) => <RelativeTime at={requestedAt} form="age" />,
  },
  {
    id: 'ready-in',
    header: 'Ready in',
    hint: 'Time from the request until the node is initialized',
    widthPx: 88,
    isNumeric: true,
    renderCell: ({ requestedAt, initializedAt }) =>
      initializedAt === null ? '–' : formatAge(Date.parse(initializedAt) - Date.parse(requestedAt)),
  },
  {
    id: 'note',
    header: 'Status',
    widthPx: 216,
    grows: true,
    renderCell: StatusCell,
  },
];

function StatusCell({ failure, termination }: NodeClaimRow) {
  if (failure !== null) return <ReasonText reason={failure} />;
  if (termination === null) return <span className="dimmed">–</span>;
  return (
    <span>
      {terminationReasonWords(termination.reason)}: {terminationStepWords[termination.step]}
      {termination.waitingFor !== null && `; waiting for ${termination.waitingFor}`}
    </span>
  );
}
