import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { CostNowQuery } from '../../gql/graphql.js';
import {
  formatHourly,
  formatMonthly,
  formatMonthlyUsd,
  toMicroUsd,
} from '../../lib/format/money.js';
import { countOf, formatCount } from '../../lib/format/quantity.js';
import { SegmentedControl } from '../../ui/controls.js';
import { Empty } from '../../ui/empty.js';
import { Figure, Figures } from '../../ui/facts.js';
import { Columns, Row, Section } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { Money } from '../../ui/money.js';
import { Notice } from '../../ui/notice.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { costQuery } from './cost.queries.js';
import { type CostDimension, type CostSearch, costDimensions } from './cost.search.js';
import { type CostView, toCostView } from './to-cost-view.js';

/** Recharts is more than half of the page's weight: the figures and the table do not wait for it. */
const BarChart = lazy(async () => ({ default: (await import('../../ui/bar-chart.js')).BarChart }));

const dimensionWords: Readonly<Record<CostDimension, string>> = {
  cluster: 'Cluster',
  pool: 'NodePool',
  type: 'Instance type',
  capacity: 'Capacity type',
};

export interface CostPartProps {
  readonly clusterId: string | undefined;
  readonly isEnabled: boolean;
  readonly search: CostSearch;
  readonly onSearch: (change: CostSearch) => void;
}

/** What runs now costs now, cut four ways. */
export function CostNow({ clusterId, isEnabled, search, onSearch }: CostPartProps) {
  const query = useQuery({ ...costQuery(clusterId), enabled: isEnabled });
  const dimension = search.by ?? (clusterId === undefined ? 'cluster' : 'pool');
  return (
    <Loaded query={query} action="read the cost">
      {(cost) => (
        <>
          {cost === undefined ? <p className="dimmed">Adding up…</p> : <CostFigures cost={cost} />}
          <Row>
            <SegmentedControl
              aria-label="Cut by"
              data={costDimensions.map((each) => ({ value: each, label: dimensionWords[each] }))}
              value={dimension}
              onChange={(value) => onSearch({ by: costDimensions.find((each) => each === value) })}
            />
          </Row>
          {cost !== undefined && cost.nodes === 0 && (
            <Empty title="No node runs, so nothing costs anything" />
          )}
          {cost !== undefined && cost.nodes > 0 && (
            <CostDimensionView view={toCostView(cost, dimension)} dimension={dimension} />
          )}
        </>
      )}
    </Loaded>
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
      </Figures>
      {cost.unpricedNodes > 0 && (
        <Notice tone="attention">
          {countOf(cost.unpricedNodes, 'node')} {cost.unpricedNodes === 1 ? 'has' : 'have'} no known
          price and {cost.unpricedNodes === 1 ? 'is' : 'are'} in no sum: the true cost is higher.
        </Notice>
      )}
      <p className="dimmed">
        Prices are those of the offerings the nodes run on, spot at its current price. Savings plans
        and reserved instances are not taken off.
      </p>
    </>
  );
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
      <Section title={view.takeaway} isPanel>
        <Suspense fallback={<div style={{ height: view.bars.length * 26 + 34 }} />}>
          <BarChart
            label={view.takeaway}
            unit="$/h"
            formatTick={(value) => `$${value}`}
            data={view.bars.map((row) => ({
              id: row.key,
              label: row.label,
              value: row.microUsd / 1e6,
              text: formatHourly(row.microUsd),
              hue: row.hue,
            }))}
          />
        </Suspense>
      </Section>
      <SimpleTable
        caption={`Cost by ${dimensionWords[dimension].toLowerCase()}`}
        columns={[
          { header: dimensionWords[dimension], renderCell: (row) => row.label },
          { header: 'Nodes', isNumeric: true, renderCell: (row) => formatCount(row.nodes) },
          {
            header: '$/h',
            isNumeric: true,
            renderCell: (row) => (
              <>
                <Money microUsd={row.isUnknown ? null : row.microUsd} bareDigits={2} />
                {row.unpricedNodes > 0 && !row.isUnknown && (
                  <span className="dimmed"> + {row.unpricedNodes} unpriced</span>
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
