import { formatCpu, formatMemory } from '@kerf/core';
import { formatHourly, formatMonthlyUsd, toMicroUsdOrNull } from '../../lib/format/money.js';
import { formatShare, ratioOf } from '../../lib/format/quantity.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { StateInTable } from '../../ui/badges/badge.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { NodePoolName } from '../../ui/values/node-pool-name.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { NodesPage } from './nodes.queries.js';
import { nodeBadges } from './nodes-text.js';

export type NodeRow = NodesPage['nodes'][number];

const notManaged = 'Not managed';

export const nodeColumns: readonly GridColumn<NodeRow>[] = [
  {
    id: 'name',
    header: 'Node',
    widthPx: 150,
    isPinned: true,
    textOf: ({ name }) => name,
    renderCell: NameCell,
  },
  {
    id: 'pool',
    header: 'NodePool',
    widthPx: 100,
    textOf: ({ nodePool }) => nodePool ?? notManaged,
    renderCell: ({ nodePool, nodeClaimId }) =>
      nodeClaimId === null && nodePool === null ? (
        <span className="dimmed">{notManaged}</span>
      ) : (
        <NodePoolName name={nodePool} />
      ),
  },
  {
    id: 'type',
    header: 'Type',
    widthPx: 106,
    textOf: ({ instanceType }) => instanceType ?? '',
    renderCell: ({ instanceType }) => <span>{instanceType ?? '–'}</span>,
  },
  {
    id: 'price',
    header: '$/h',
    widthPx: 74,
    isNumeric: true,
    renderCell: ({ price }) => <Money microUsd={toMicroUsdOrNull(price)} columnDigits={4} />,
  },
  {
    id: 'waste',
    header: 'Waste/mo',
    hint: 'Price per month of what no pod requests: of the smaller of the free shares of CPU and memory',
    widthPx: 86,
    isNumeric: true,
    renderCell: ({ waste }) => <WastePerMonth microUsd={toMicroUsdOrNull(waste)} />,
  },
  {
    id: 'zone',
    header: 'Zone',
    widthPx: 84,
    renderCell: ({ zone }) => <span className="dimmed">{zone ?? '–'}</span>,
  },
  {
    id: 'capacity',
    header: 'Capacity',
    widthPx: 88,
    renderCell: ({ capacityType }) => (
      <span>{capacityType === null ? '–' : capacityTypeWords[capacityType]}</span>
    ),
  },
  {
    id: 'cpu',
    header: 'CPU',
    hint: 'CPU requested by pods, of the allocatable CPU',
    widthPx: 88,
    renderCell: ({ cpuRequestedMilli: used, cpuAllocatableMilli: all }) => (
      <Meter
        ratio={ratioOf(used, all)}
        text={formatShare(used, all)}
        label={`${formatCpu(used)} of ${formatCpu(all)} CPU requested`}
        tintsUse
      />
    ),
  },
  {
    id: 'memory',
    header: 'Memory',
    hint: 'Memory requested by pods, of the allocatable memory',
    widthPx: 88,
    renderCell: ({ memoryRequestedBytes: used, memoryAllocatableBytes: all }) => (
      <Meter
        ratio={ratioOf(used, all)}
        text={formatShare(used, all)}
        label={`${formatMemory(used)} of ${formatMemory(all)} requested`}
        tintsUse
      />
    ),
  },
  {
    id: 'pods',
    header: 'Pods',
    widthPx: 56,
    isNumeric: true,
    renderCell: ({ podCount, podCapacity }) => (
      <span title={`${podCount} of ${podCapacity} pods`}>{podCount}</span>
    ),
  },
  {
    id: 'age',
    header: 'Age',
    widthPx: 60,
    isNumeric: true,
    renderCell: ({ createdAt }) => <RelativeTime at={createdAt} form="age" />,
  },
  {
    id: 'state',
    header: 'State',
    widthPx: 92,
    renderCell: ({ state }) => <StateInTable content={nodeBadges[state]} />,
  },
  {
    id: 'blockers',
    header: 'Blocked by',
    hint: 'Blockers of the disruption of the node, most relevant first',
    widthPx: 124,
    grows: true,
    renderCell: BlockersCell,
  },
];

function WastePerMonth({ microUsd }: { readonly microUsd: number | null }) {
  if (microUsd === null) return <span className="dimmed">unknown</span>;
  return <span title={`${formatHourly(microUsd)} of its price`}>{formatMonthlyUsd(microUsd)}</span>;
}

/** The host name first: the domain is the same for all nodes, and is truncated first. */
function NameCell({ name }: NodeRow) {
  const [host, ...domain] = name.split('.');
  return (
    <span title={name}>
      {host}
      {domain.length > 0 && <span className="dimmed">.{domain.join('.')}</span>}
    </span>
  );
}

function BlockersCell({ blockers: [first, ...others], blockersEvaluatedAt }: NodeRow) {
  if (first === undefined) return <span className="dimmed">None</span>;
  return (
    <span className="dimmed">
      <ReasonText reason={first} isShort />
      {others.length > 0 && ` + ${others.length}`}
      {blockersEvaluatedAt !== null && (
        <>
          {', '}
          <RelativeTime at={blockersEvaluatedAt} />
        </>
      )}
    </span>
  );
}
