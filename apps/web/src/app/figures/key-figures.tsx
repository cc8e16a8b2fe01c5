import { countOf, formatCount } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type {
  PriceTrendFieldsFragment,
  SummaryFieldsFragment,
  TrendQuery,
} from '../../gql/graphql.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import {
  formatHourly,
  formatMonthly,
  toMicroUsd,
  toMicroUsdOrNull,
} from '../../lib/format/money.js';
import { formatInstant } from '../../lib/format/time.js';
import { FigureTrend, type Trend } from '../../ui/charts/figure-trend.js';
import { Figure } from '../../ui/layout/description-list.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import classes from './key-figures.module.css';

export interface KeyFigureProps {
  readonly summary: Pick<
    SummaryFieldsFragment,
    | 'price'
    | 'unpricedNodes'
    | 'nodes'
    | 'managedNodes'
    | 'pendingPods'
    | 'oldestPendingAt'
    | 'possibleSaving'
    | 'lowerBoundAt'
  >;
  /** Absent while it loads. */
  readonly trend: TrendQuery['trend'] | undefined;
  /** The name of the cluster; absent for all clusters. */
  readonly cluster?: string;
}

/** Cost per hour of all nodes with a known price, and its change. */
export function SpendFigure({ summary, trend, cluster }: KeyFigureProps) {
  const priceMicroUsd = toMicroUsd(summary.price);
  return (
    <WithTrend
      name="Spend"
      trend={priceTrend(trend?.price)}
      current={priceMicroUsd}
      format={formatHourly}
    >
      <Link to="/cost" search={{ cluster }}>
        <Figure
          value={<Money microUsd={priceMicroUsd} />}
          label={
            <>
              {formatMonthly(priceMicroUsd)}
              {summary.unpricedNodes > 0 &&
                `, ${countOf(summary.unpricedNodes, 'node')} with unknown price`}
            </>
          }
        />
      </Link>
    </WithTrend>
  );
}

/**
 * The part of the cost that is above its lower bound, with a link to the causes; nothing before the
 * first cost report and without managed nodes.
 */
export function SavingFigure({ summary, trend, cluster }: KeyFigureProps) {
  const { timeZone } = usePreferences();
  const { managedNodes, lowerBoundAt } = summary;
  const saving = toMicroUsdOrNull(summary.possibleSaving);
  if (saving === null || lowerBoundAt === null || managedNodes === 0) return null;
  const boundAt = formatInstant(Date.parse(lowerBoundAt), timeZone);
  return (
    <WithTrend
      name="Possible saving"
      trend={priceTrend(trend?.possibleSaving)}
      current={saving}
      format={formatHourly}
    >
      <Link
        to="/cost"
        search={{ cluster }}
        title={`The cost of the managed nodes now, less the lower bound for their pods of ${boundAt}`}
      >
        <Figure value={<Money microUsd={saving} />} label="of it can be saved at most" />
      </Link>
    </WithTrend>
  );
}

export function NodesFigure({ summary, trend }: KeyFigureProps) {
  const { nodes, managedNodes } = summary;
  return (
    <WithTrend name="Nodes" trend={trend?.nodes} current={nodes} format={formatWhole}>
      <Figure
        value={formatCount(nodes)}
        label={`${nodes === 1 ? 'node' : 'nodes'}, ${formatCount(managedNodes)} managed`}
      />
    </WithTrend>
  );
}

export function PendingFigure({ summary, trend, cluster }: KeyFigureProps) {
  const { pendingPods, oldestPendingAt } = summary;
  return (
    <WithTrend
      name="Pending pods"
      trend={trend?.pendingPods}
      current={pendingPods}
      format={formatWhole}
    >
      <Link to="/pending" search={{ cluster }}>
        <Figure
          value={formatCount(pendingPods)}
          label={
            <>
              pending
              {oldestPendingAt !== null && (
                <>
                  , oldest <RelativeTime at={oldestPendingAt} form="age" />
                </>
              )}
            </>
          }
          tone={pendingPods > 0 ? 'attention' : undefined}
        />
      </Link>
    </WithTrend>
  );
}

interface WithTrendProps extends React.ComponentProps<typeof FigureTrend> {
  readonly children: ReactNode;
}

function WithTrend({ children, ...trend }: WithTrendProps) {
  return (
    <span className={classes['figure']}>
      {children}
      <FigureTrend {...trend} />
    </span>
  );
}

/** Averages have fractions. */
const formatWhole = (value: number): string => formatCount(Math.round(value));

function priceTrend(trend: PriceTrendFieldsFragment | undefined): Trend | undefined {
  if (trend === undefined) return undefined;
  return {
    from: trend.from,
    before: toMicroUsdOrNull(trend.before),
    values: trend.values.map(toMicroUsdOrNull),
  };
}
