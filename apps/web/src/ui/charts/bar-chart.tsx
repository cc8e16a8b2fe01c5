import { Bar, Cell, BarChart as Chart, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { hueOf } from './stacked-bar.js';

export interface BarDatum {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
  /** One of the fixed hues, from 0. */
  readonly hue: number;
}

export interface BarChartProps {
  /** The conclusion of the chart, for screen readers. */
  readonly label: string;
  /** The unit of the axis. */
  readonly unit: string;
  readonly data: readonly BarDatum[];
  readonly formatTick: (value: number) => string;
}

const barPx = 26;

/** Bars side by side, largest first. A table with the same figures belongs below it. */
export function BarChart({ label, unit, data, formatTick }: BarChartProps) {
  const longest = Math.max(...data.map((datum) => datum.label.length), 4);
  return (
    <figure style={{ margin: 0 }} aria-label={label}>
      <Chart
        responsive
        layout="vertical"
        data={[...data]}
        style={{ width: '100%', height: data.length * barPx + 34 }}
        margin={{ top: 4, right: 84, bottom: 4, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis
          type="number"
          tickFormatter={formatTick}
          tick={{ fill: 'var(--dimmed)', fontSize: 11 }}
          stroke="var(--line)"
          unit=""
          name={unit}
        />
        <YAxis
          type="category"
          dataKey="label"
          width={Math.min(200, longest * 7 + 8)}
          tick={{ fill: 'var(--text)', fontSize: 12 }}
          stroke="var(--line)"
          interval={0}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--hover)' }}
          formatter={(_value, _name, item) => [textOf(item.payload), unit]}
          contentStyle={{
            background: 'var(--panel)',
            border: '1px solid var(--line)',
            borderRadius: 3,
            fontSize: 12,
          }}
          labelStyle={{ color: 'var(--text)' }}
          itemStyle={{ color: 'var(--text)' }}
        />
        <Bar dataKey="value" isAnimationActive={false} barSize={14} radius={[0, 2, 2, 0]}>
          {data.map((datum) => (
            <Cell key={datum.id} fill={hueOf(datum.hue)} />
          ))}
          <LabelList dataKey="text" position="right" fill="var(--text)" fontSize={12} />
        </Bar>
      </Chart>
    </figure>
  );
}

function textOf(payload: unknown): string {
  return typeof payload === 'object' && payload !== null && 'text' in payload
    ? String(payload.text)
    : '';
}
