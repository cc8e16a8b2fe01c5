import { countOf, formatCount } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { csvHref } from '../../lib/api/csv-href.js';
import { formatMonthlyUsd } from '../../lib/format/money.js';
import { Badge } from '../../ui/badges/badge.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Columns, Row, Stack } from '../../ui/layout/layout.js';
import { CsvLink } from '../../ui/tables/csv-link.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';
import { OwnerLink } from '../../ui/values/owner-link.js';
import {
  type AllocationRequest,
  allocationArguments,
  costAllocationQuery,
} from './cost.queries.js';
import type { CostSearch, GroupDimension } from './cost.search.js';
import { CostBars } from './cost-bars.js';
import { costByTitle, dimensionWords } from './cost-text.js';
import { LabelKeyInput } from './label-key-input.js';
import { type AllocationRow, type AllocationView, toAllocationView } from './to-allocation-view.js';

/** Groups of a file; the smallest others are one row. */
const groupsOfFile = '1000';

export interface AllocatedCostProps {
  readonly requested: AllocationRequest;
  readonly isEnabled: boolean;
  readonly onSearch: (change: CostSearch) => void;
}

/** The current cost by what the pods on the nodes belong to, and what is idle. */
export function AllocatedCost({ requested, isEnabled, onSearch }: AllocatedCostProps) {
  const query = useQuery({ ...costAllocationQuery(requested), enabled: isEnabled });
  const { by, label, of } = requested;
  const file = csvHref('cost/allocation', {
    ...allocationArguments(requested),
    groups: groupsOfFile,
  });
  return (
    <>
      <Row>
        {(by === 'label' || of?.dimension === 'label') && (
          <LabelKeyInput
            value={label}
            onChange={(next) => onSearch({ label: next, key: undefined, of: undefined })}
          />
        )}
        {of !== null && (
          <Badge tone="active">
            {groupText(of, label)}{' '}
            <button
              type="button"
              aria-label={`Show all pods, not only those of ${groupText(of, label)}`}
              onClick={() => onSearch({ of: undefined, key: undefined })}
            >
              ×
            </button>
          </Badge>
        )}
        <CsvLink href={file} />
      </Row>
      <QueryContent query={query} action="load the cost">
        {(cost) => {
          if (cost === undefined) return <p className="dimmed">Loading costs…</p>;
          if (cost.shares.length === 0) return <EmptyState title="No running pods" />;
          return <Allocation view={toAllocationView(cost, by)} requested={requested} />;
        }}
      </QueryContent>
    </>
  );
}

interface AllocationProps {
  readonly view: AllocationView;
  readonly requested: AllocationRequest;
}

function Allocation({ view, requested }: AllocationProps) {
  const { by } = requested;
  return (
    <Columns minPx={460}>
      <CostBars summary={view.summary} bars={view.bars} />
      <Stack gap="sm">
        <SimpleTable
          caption={costByTitle(by)}
          columns={[
            {
              header: dimensionWords[by],
              renderCell: (row) => <ShareName row={row} requested={requested} />,
            },
            {
              header: 'Pods',
              isNumeric: true,
              renderCell: (row) => (row.kind === 'IDLE' ? '–' : formatCount(row.pods)),
            },
            { header: '$/h', isNumeric: true, renderCell: (row) => <SharePrice row={row} /> },
            {
              header: '$/month',
              isNumeric: true,
              renderCell: (row) => (row.isUnknown ? '–' : formatMonthlyUsd(row.microUsd)),
            },
            { header: 'Share', isNumeric: true, renderCell: (row) => row.portion },
          ]}
          rows={view.rows}
          rowKey={(row) => row.id}
        />
        <p className="dimmed">{ruleOf(requested)}</p>
      </Stack>
    </Columns>
  );
}

/** The name of a share, with a link to its owners or its pods. */
function ShareName({
  row,
  requested,
}: { readonly row: AllocationRow } & Pick<AllocationProps, 'requested'>) {
  const { by } = requested;
  if (row.kind !== 'PODS') return row.label;
  if (by === 'owner') return <OwnerName row={row} />;
  return (
    <Link
      from="/cost"
      to="/cost"
      search={(now) => ({
        ...now,
        by: 'owner',
        of: by,
        key: row.key,
        label: by === 'label' ? requested.label : undefined,
      })}
      title="Show the cost by owner"
    >
      {row.label}
    </Link>
  );
}

function OwnerName({ row }: { readonly row: AllocationRow }) {
  const { clusterName, namespace, ownerKind, key, label } = row;
  return (
    <>
      {key === '' ? (
        label
      ) : (
        <OwnerLink
          clusterName={clusterName ?? undefined}
          namespace={namespace ?? ''}
          kind={ownerKind ?? ''}
          name={key}
        />
      )}{' '}
      <span className="dimmed">
        {namespace} in {clusterName}
      </span>
    </>
  );
}

function SharePrice({ row }: { readonly row: AllocationRow }): ReactNode {
  return (
    <>
      <Money microUsd={row.isUnknown ? null : row.microUsd} columnDigits={2} />
      {row.unpricedPods > 0 && !row.isUnknown && (
        <span className="dimmed"> + {countOf(row.unpricedPods, 'pod')} with unknown price</span>
      )}
    </>
  );
}

const groupText = (
  { dimension, key }: { readonly dimension: GroupDimension; readonly key: string },
  label: string,
): string => {
  if (dimension === 'label') return key === '' ? `pods without ${label}` : `${label}=${key}`;
  return key === '' ? 'no team' : `${dimensionWords[dimension].toLowerCase()} ${key}`;
};

function ruleOf({ by, of }: AllocationRequest): string {
  const rule =
    'A pod costs its part of the price of its node: one half by its share of the allocatable CPU, the other half by that of the memory.';
  const team =
    by === 'team'
      ? ' A pod belongs to the team that owns its namespace, otherwise to that of the NodePool, otherwise to that of the cluster.'
      : '';
  const idle =
    of === null ? ' What no pod requests is idle; all rows add up to the cost of the nodes.' : '';
  return `${rule}${team}${idle}`;
}
