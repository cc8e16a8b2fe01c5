import { formatAmount, formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { OwnerPodsQuery, PodFieldsFragment } from '../../gql/graphql.js';
import type { PagedRows } from '../../lib/api/paged-rows.js';
import { formatHourly, toMicroUsd, toMicroUsdOrNull } from '../../lib/format/money.js';
import { StateInTable } from '../../ui/badges/badge.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { DataGrid } from '../../ui/tables/data-grid.js';
import type { GridColumn } from '../../ui/tables/grid-column.js';
import { Money } from '../../ui/values/money.js';
import { PodLink } from '../../ui/values/pod-link.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { podBadges, podCostExplanation } from './pods-text.js';

type OwnerPod = PodFieldsFragment;
type OwnerPods = PagedRows<OwnerPod, OwnerPodsQuery['pods']>;

export interface OwnerSectionsProps {
  readonly pods: OwnerPods;
  readonly clusterName: string;
}

/** The pods of an owner: how many, where they run, and what they cost. */
export function OwnerSections({ pods, clusterName }: OwnerSectionsProps) {
  const { firstPage, rows, error, retry } = pods;
  const columns = useMemo(() => podColumns(clusterName), [clusterName]);
  if (firstPage?.totalCount === 0) {
    return (
      <EmptyState title="No pods">
        The owner has no pods in this cluster. It was deleted, or scaled to zero.
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <Failure error={error} action="load the pods" retry={retry} />}
      {firstPage !== undefined && <OwnerFigures totals={firstPage.totals} />}
      <DataGrid
        id="owner-pods"
        label="Pods"
        columns={columns}
        rows={firstPage === undefined ? undefined : rows}
        totalCount={firstPage?.totalCount}
        rowId={({ uid }) => uid}
        onVisible={pods.setVisibleRows}
      />
      <p className="dimmed">Cost of a pod: {podCostExplanation}</p>
    </>
  );
}

function OwnerFigures({ totals }: Pick<OwnerPodsQuery['pods'], 'totals'>) {
  const { pods, pendingPods, nodes, price, unpricedPods } = totals;
  return (
    <Figures>
      <Figure value={formatCount(pods)} label={pods === 1 ? 'pod' : 'pods'} />
      {pendingPods > 0 && (
        <Figure value={formatCount(pendingPods)} label="pending" tone="attention" />
      )}
      <Figure value={formatCount(nodes)} label={nodes === 1 ? 'node' : 'nodes'} />
      <Figure
        value={formatHourly(toMicroUsd(price))}
        label={
          unpricedPods === 0
            ? 'cost'
            : `cost, without ${formatCount(unpricedPods)} pods on nodes of unknown price`
        }
      />
    </Figures>
  );
}

const requestOf = ({ requests }: OwnerPod, resource: string): string => {
  const found = requests.find((each) => each.resource === resource);
  return found === undefined ? '–' : formatAmount(resource, found.amount);
};

const podColumns = (clusterName: string): readonly GridColumn<OwnerPod>[] => [
  {
    id: 'pod',
    header: 'Pod',
    widthPx: 260,
    grows: true,
    isPinned: true,
    renderCell: ({ namespace, name }) => (
      <PodLink clusterName={clusterName} namespace={namespace} name={name} />
    ),
  },
  {
    id: 'phase',
    header: 'State',
    widthPx: 116,
    renderCell: ({ phase }) => <StateInTable content={podBadges[phase]} />,
  },
  {
    id: 'node',
    header: 'Node',
    widthPx: 240,
    renderCell: ({ nodeName }) =>
      nodeName === null ? (
        <span className="dimmed">–</span>
      ) : (
        <Link to="/clusters/$name/nodes/$node" params={{ name: clusterName, node: nodeName }}>
          {nodeName}
        </Link>
      ),
  },
  {
    id: 'cpu',
    header: 'CPU',
    widthPx: 84,
    isNumeric: true,
    renderCell: (pod) => requestOf(pod, 'cpu'),
  },
  {
    id: 'memory',
    header: 'Memory',
    widthPx: 92,
    isNumeric: true,
    renderCell: (pod) => requestOf(pod, 'memory'),
  },
  {
    id: 'cost',
    header: '$/h',
    hint: podCostExplanation,
    widthPx: 84,
    isNumeric: true,
    renderCell: ({ nodeName, price }) =>
      nodeName === null ? (
        <span className="dimmed">–</span>
      ) : (
        <Money microUsd={toMicroUsdOrNull(price)} columnDigits={4} />
      ),
  },
  {
    id: 'age',
    header: 'Age',
    widthPx: 76,
    isNumeric: true,
    renderCell: ({ createdAt }) => <RelativeTime at={createdAt} form="age" />,
  },
];
