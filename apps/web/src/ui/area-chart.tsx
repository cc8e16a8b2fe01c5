import {
  Area,
  Brush,
  CartesianGrid,
  ComposedChart,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { hueOf } from './stacked-bar.js';

export interface AreaSeries {
  readonly id: string;
  readonly label: string;
  /** One of the fixed hues, from 0. */
  readonly hue: number;
  /** One for each bucket; `null` where nothing is known. */
  readonly values: readonly (number | null)[];
}

/** Something that happened, as a line across the chart. */
export interface ChartMark {
  readonly id: string;
  readonly at: number;
  readonly kind: 'decision' | 'interruption';
}

export interface AreaChartProps {
  /** The takeaway, read out instead of the drawing. */
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly buckets: readonly number[];
  readonly series: readonly AreaSeries[];
  readonly marks: readonly ChartMark[];
  readonly formatValue: (value: number) => string;
  /** Of the axis, whose ticks are round. */
  readonly formatTick: (value: number) => string;
  readonly formatTime: (at: number) => string;
}

export const areaChartPx = 320;
const markColours: Readonly<Record<ChartMark['kind'], string>> = {
  decision: 'var(--link)',
  interruption: 'var(--attention)',
};
const tick = { fill: 'var(--dimmed)', fontSize: 11 };

/**
 * Areas on each other over time, with a brush below to look closer. A table with the same figures
 * belongs beside it.
 */
export function AreaChart(props: AreaChartProps) {
  const { label, buckets, series, marks, formatValue, formatTick, formatTime } = props;
  const data = buckets.map((at, index) => ({
    at,
    values: series.map(({ values }) => values[index] ?? null),
  }));
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <ComposedChart
        responsive
        data={data}
        style={{ width: '100%', height: areaChartPx }}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis
          dataKey="at"
          type="number"
          domain={['dataMin', 'dataMax']}
          tickFormatter={formatTime}
          tick={tick}
          stroke="var(--line)"
          minTickGap={48}
        />
        <YAxis tickFormatter={formatTick} tick={tick} stroke="var(--line)" width={64} />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(at) => formatTime(Number(at))}
          formatter={(value) => (typeof value === 'number' ? formatValue(value) : 'unknown')}
          contentStyle={tooltipBox}
          labelStyle={{ color: 'var(--text)' }}
          itemStyle={{ color: 'var(--text)' }}
        />
        {series.map(({ id, label: name, hue }, index) => (
          <Area
            key={id}
            dataKey={(row: (typeof data)[number]) => row.values[index]}
            name={name}
            stackId="all"
            type="stepAfter"
            stroke={hueOf(hue)}
            fill={hueOf(hue)}
            fillOpacity={0.55}
            strokeWidth={1}
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        {marks.map(({ id, at, kind }) => (
          <ReferenceLine
            key={id}
            x={at}
            stroke={markColours[kind]}
            strokeDasharray={kind === 'decision' ? '2 3' : '6 3'}
          />
        ))}
        {buckets.length > 2 && (
          <Brush
            dataKey="at"
            height={22}
            travellerWidth={8}
            tickFormatter={formatTime}
            stroke="var(--dimmed)"
            fill="var(--panel)"
          />
        )}
      </ComposedChart>
    </figure>
  );
}

const tooltipBox = {
  background: 'var(--panel)',
  border: '1px solid var(--line)',
  borderRadius: 3,
  fontSize: 12,
};
