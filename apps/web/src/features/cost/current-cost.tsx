import { countOf, formatCount } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { TeamFilter } from '../../app/team-filter.js';
import type { CostNowQuery } from '../../gql/graphql.js';
import {
  formatHourly,
  formatMonthly,
  formatMonthlyUsd,
  toMicroUsd,
  toMicroUsdOrNull,
} from '../../lib/format/money.js';
import { SegmentedControl } from '../../ui/controls/controls.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Figure, Figures } from '../../ui/layout/description-list.js';
import { Columns, Row } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';
import { type AllocationRequest, costQuery } from './cost.queries.js';
import {
  type AllocationDimension,
  allocationDimensions,
  type CostDimension,
  type CostSearch,
  costDimensions,
} from './cost.search.js';
import { CostBars } from './cost-bars.js';
import { CostReport } from './cost-report.js';
import { costByTitle, dimensionWords } from './cost-text.js';
import { type CostView, toCostView } from './to-cost-view.js';

/** Loaded on demand: the page opens with the cost by cluster. */
const AllocatedCost = lazy(async () => ({
  default: (await import('./allocated-cost.js')).AllocatedCost,
}));

type SpotSaving = CostNowQuery['costNow']['spotSaving'];

export interface CostViewProps {
  readonly clusterId: string | undefined;
  readonly isEnabled: boolean;
  readonly search: CostSearch;
  readonly onSearch: (change: CostSearch) => void;
}

const dimensions = [...costDimensions, ...allocationDimensions];

/** The current cost, grouped by properties of nodes, or by what their pods belong to. */
export function CurrentCost({ clusterId, isEnabled, search, onSearch }: CostViewProps) {
  const query = useQuery({ ...costQuery(clusterId, search.team), enabled: isEnabled });
  const dimension = search.by ?? (clusterId === undefined ? 'cluster' : 'pool');
  return (
    <QueryContent query={query} action="load the cost">
      {(cost) => (
        <>
          {cost === undefined ? (
            <p className="dimmed">Loading costs…</p>
          ) : (
            <CostFigures cost={cost} />
          )}
          <Row>
            <SegmentedControl
              aria-label="Group by"
              data={dimensions.map((each) => ({ value: each, label: dimensionWords[each] }))}
              value={dimension}
              onChange={(value) =>
                onSearch({
                  by: dimensions.find((each) => each === value),
                  of: undefined,
                  key: undefined,
                })
              }
            />
            <TeamFilter value={search.team} onChange={(team) => onSearch({ team })} />
          </Row>
          {cost !== undefined && cost.nodes === 0 && !isAllocation(dimension) && (
            <NoNodes team={search.team} />
          )}
          {isAllocation(dimension) && (
            <Suspense fallback={<p className="dimmed">Loading costs…</p>}>
              <AllocatedCost
                requested={toAllocationRequest(dimension, search, clusterId)}
                isEnabled={isEnabled}
                onSearch={onSearch}
              />
            </Suspense>
          )}
          {cost !== undefined && cost.nodes > 0 && !isAllocation(dimension) && (
            <CostDimensionView view={toCostView(cost, dimension)} dimension={dimension} />
          )}
          {cost !== undefined && cost.nodes > 0 && (
            <Comparison clusterId={clusterId} team={search.team} />
          )}
        </>
      )}
    </QueryContent>
  );
}

const isAllocation = (
  dimension: CostDimension | AllocationDimension,
): dimension is AllocationDimension => allocationDimensions.some((each) => each === dimension);

/** The label that many pods have. */
const usualLabel = 'app';

const toAllocationRequest = (
  by: AllocationDimension,
  { label = usualLabel, team, of, key }: CostSearch,
  clusterId: string | undefined,
): AllocationRequest => ({
  by,
  label,
  clusterId,
  team,
  of: of === undefined || key === undefined ? null : { dimension: of, key },
});

/** Why the page has no costs. */
function NoNodes({ team }: { readonly team: string | undefined }) {
  return team === undefined ? (
    <EmptyState title="No running nodes" />
  ) : (
    <EmptyState title={`Team ${team} has no running nodes`}>
      The filter shows nodes of the NodePools and clusters that a team owns. Clear it, or change
      what the team owns on the page Settings.
    </EmptyState>
  );
}

/** The comparison with the lower bound, which is known for whole clusters only. */
function Comparison({
  clusterId,
  team,
}: {
  readonly clusterId: string | undefined;
  readonly team: string | undefined;
}) {
  return team === undefined ? (
    <CostReport clusterId={clusterId} />
  ) : (
    <p className="dimmed">
      The lower bound of the cost is computed for whole clusters. Clear the team filter to compare.
    </p>
  );
}

function CostFigures({ cost }: { readonly cost: CostNowQuery['costNow'] }) {
  const totalMicroUsd = toMicroUsd(cost.total);
  return (
    <>
      <Figures>
        <Figure value={formatHourly(totalMicroUsd)} label="now" />
        <Figure value={formatMonthly(totalMicroUsd)} label="at current rate" />
        <Figure value={formatCount(cost.nodes)} label={cost.nodes === 1 ? 'node' : 'nodes'} />
        <SpotFigure spot={cost.spotSaving} />
      </Figures>
      {cost.unpricedNodes > 0 && (
        <Notice tone="attention">
          {countOf(cost.unpricedNodes, 'node has', 'nodes have')} an unknown price and{' '}
          {cost.unpricedNodes === 1 ? 'is' : 'are'} not included: the actual cost is higher.
        </Notice>
      )}
      <p className="dimmed">
        Prices are AWS list prices of the running offerings, spot at its current price. Savings
        Plans and Reserved Instances are not deducted.{spotRuleOf(cost.spotSaving)}
      </p>
    </>
  );
}

/** The saving of Spot; absent without Spot nodes. */
function SpotFigure({ spot }: { readonly spot: SpotSaving }) {
  if (spot.nodes === 0) return null;
  const saving = toMicroUsdOrNull(spot.saving);
  return (
    <Figure value={saving === null ? 'unknown' : formatHourly(saving)} label="saved by Spot" />
  );
}

function spotRuleOf({ nodes, unpricedNodes }: SpotSaving): string {
  if (nodes === 0) return '';
  const rule =
    ' Spot saves the difference to the on-demand prices of the same instance types in the region';
  return unpricedNodes === 0
    ? `${rule}.`
    : `${rule}; ${countOf(unpricedNodes, 'Spot node')} without both prices ${unpricedNodes === 1 ? 'is' : 'are'} left out.`;
}

function CostDimensionView({
  view,
  dimension,
}: {
  readonly view: CostView;
  readonly dimension: CostDimension;
}) {
  return (
    <Columns minPx={460}>
      <CostBars
        summary={view.summary}
        bars={view.bars.map(({ key, label, microUsd, hue }) => ({ id: key, label, microUsd, hue }))}
      />
      <SimpleTable
        caption={costByTitle(dimension)}
        columns={[
          { header: dimensionWords[dimension], renderCell: (row) => row.label },
          { header: 'Nodes', isNumeric: true, renderCell: (row) => formatCount(row.nodes) },
          {
            header: '$/h',
            isNumeric: true,
            renderCell: (row) => (
              <>
                <Money microUsd={row.isUnknown ? null : row.microUsd} columnDigits={2} />
                {row.unpricedNodes > 0 && !row.isUnknown && (
                  <span className="dimmed"> + {row.unpricedNodes} with unknown price</span>
                )}
              </>
            ),
          },
          {
            header: '$/month',
            isNumeric: true,
            renderCell: (row) => (row.isUnknown ? '–' : formatMonthlyUsd(row.microUsd)),
          },
          { header: 'Share', isNumeric: true, renderCell: (row) => row.share },
        ]}
        rows={view.rows}
        rowKey={(row) => row.key}
      />
    </Columns>
  );
}
