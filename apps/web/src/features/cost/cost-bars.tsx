import { lazy, Suspense } from 'react';
import { formatHourly } from '../../lib/format/money.js';
import { Section } from '../../ui/layout/layout.js';

/** Loaded on demand: Recharts is more than half of the page's size. */
const BarChart = lazy(async () => ({
  default: (await import('../../ui/charts/bar-chart.js')).BarChart,
}));

/** The current cost of one group. */
export interface CostBar {
  readonly id: string;
  readonly label: string;
  readonly microUsd: number;
  readonly hue: number;
}

export interface CostBarsProps {
  /** The highest cost in words, above the chart and for screen readers. */
  readonly summary: string;
  readonly bars: readonly CostBar[];
}

/** A bar for each group, by its current cost. */
export const CostBars = ({ summary, bars }: CostBarsProps) => (
  <Section title={summary} isPanel>
    <Suspense fallback={<div style={{ height: bars.length * 26 + 34 }} />}>
      <BarChart
        label={summary}
        unit="$/h"
        formatTick={(value) => `$${value}`}
        data={bars.map(({ id, label, microUsd, hue }) => ({
          id,
          label,
          value: microUsd / 1e6,
          text: formatHourly(microUsd),
          hue,
        }))}
      />
    </Suspense>
  </Section>
);
