import {
  Area,
  Brush,
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import classes from './area-chart.module.css';
import { type ChartMarkKind, markColors, markDashes, markSymbols } from './chart-marks.js';
import { hueOf } from './stacked-bar.js';

export interface AreaSeries {
  readonly id: string;
  readonly label: string;
  /** One of the fixed hues, from 0. */
  readonly hue: number;
  /** One for each bucket; `null` where there is no data. */
  readonly values: readonly (number | null)[];
}

/** An event, as a line across the chart. */
export interface ChartMark {
  readonly id: string;
  readonly at: number;
  readonly kind: ChartMarkKind;
  /** Shown on hover. */
  readonly label: string;
}

/** A time span without data. */
export interface ChartGap {
  readonly from: number;
  readonly to: number;
}

export interface AreaChartProps {
  /** The conclusion of the chart, for screen readers. */
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly buckets: readonly number[];
  /** End of the last bucket. */
  readonly until: number;
  readonly series: readonly AreaSeries[];
  readonly gaps: readonly ChartGap[];
  readonly marks: readonly ChartMark[];
  readonly formatValue: (value: number) => string;
  /** Formats the ticks of the axis, which are round numbers. */
  readonly formatTick: (value: number) => string;
  readonly formatTime: (at: number) => string;
}

export const areaChartPx = 320;
const tick = { fill: 'var(--dimmed)', fontSize: 11 };

/**
 * Stacked areas over time, with a brush to zoom. Place a legend above it, and a table with the same
 * figures beside it.
 */
export function AreaChart(props: AreaChartProps) {
  const { label, buckets, until, series, gaps, marks, formatValue, formatTick, formatTime } = props;
  const points = buckets.map((at, index) => ({
    at,
    values: series.map(({ values }) => values[index] ?? null),
  }));
  // The last step ends at the end of its bucket, not at its start.
  const last = points.at(-1);
  const data = last === undefined ? points : [...points, { ...last, at: until }];
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <ComposedChart
        responsive
        data={data}
        style={{ width: '100%', height: areaChartPx }}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <defs>
          <pattern
            id="no-data"
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="8" height="8" className={classes['gap'] ?? ''} />
            <line x1="0" y1="0" x2="0" y2="8" className={classes['gapStripe'] ?? ''} />
          </pattern>
        </defs>
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
          formatter={(value) => (typeof value === 'number' ? formatValue(value) : 'no data')}
          contentStyle={tooltipBox}
          labelStyle={{ color: 'var(--text)' }}
          itemStyle={{ color: 'var(--text)' }}
        />
        {gaps.map(({ from, to }) => (
          <ReferenceArea key={from} x1={from} x2={to} fill="url(#no-data)" fillOpacity={1} />
        ))}
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
        {marks.map((mark) => (
          <ReferenceLine
            key={mark.id}
            x={mark.at}
            stroke={markColors[mark.kind]}
            strokeOpacity={0.4}
            strokeDasharray={markDashes[mark.kind]}
            label={<MarkSymbol mark={mark} title={`${mark.label}, ${formatTime(mark.at)}`} />}
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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the upper end of a line; the type of the library includes other shapes. */
function pointOf(box: unknown): Point {
  if (typeof box !== 'object' || box === null || !('x' in box) || !('y' in box)) {
    return { x: 0, y: 0 };
  }
  return { x: Number(box.x), y: Number(box.y) };
}

interface MarkSymbolProps {
  readonly mark: ChartMark;
  readonly title: string;
  /** The line's box, added by the chart. */
  readonly viewBox?: unknown;
}

function MarkSymbol({ mark: { kind }, title, viewBox }: MarkSymbolProps) {
  const { x, y } = pointOf(viewBox);
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{title}</title>
      {/* Larger than the symbol, so that it is easily pointed at. */}
      <rect x={-7} y={-8} width={14} height={16} fill="transparent" />
      <path d={markSymbols[kind]} fill={markColors[kind]} stroke={markColors[kind]} />
    </g>
  );
}

const tooltipBox = {
  background: 'var(--panel)',
  border: '1px solid var(--line)',
  borderRadius: 3,
  fontSize: 12,
};
