import classes from './chart-legend.module.css';
import { type ChartMarkKind, markColors, markDashes, markSymbols } from './chart-marks.js';
import { hueOf } from './stacked-bar.js';

export interface ChartLegendProps {
  readonly series: readonly { readonly id: string; readonly label: string; readonly hue: number }[];
  /** Lines across the chart. */
  readonly marks: readonly { readonly kind: ChartMarkKind; readonly text: string }[];
  /** Parts of the chart are hatched. */
  readonly hasGaps: boolean;
}

/** The legend of a chart: series, marks and gaps. */
export function ChartLegend({ series, marks, hasGaps }: ChartLegendProps) {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      {series.map(({ id, label, hue }) => (
        <li key={id}>
          <span
            className={classes['swatch']}
            style={{ backgroundColor: hueOf(hue) }}
            aria-hidden="true"
          />
          {label}
        </li>
      ))}
      {marks.map(({ kind, text }) => (
        <li key={kind}>
          <svg className={classes['mark']} viewBox="-8 -6 16 12" aria-hidden="true">
            <line
              x1={-8}
              x2={8}
              y1={0}
              y2={0}
              stroke={markColors[kind]}
              strokeWidth={1.5}
              strokeDasharray={markDashes[kind]}
            />
            <path d={markSymbols[kind]} fill={markColors[kind]} stroke={markColors[kind]} />
          </svg>
          {text}
        </li>
      ))}
      {hasGaps && (
        <li>
          <span className={`${classes['swatch']} ${classes['gap']}`} aria-hidden="true" />
          no data
        </li>
      )}
    </ul>
  );
}
