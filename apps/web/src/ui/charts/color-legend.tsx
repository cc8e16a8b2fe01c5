import classes from './chart-legend.module.css';

export interface ColorLegendProps {
  /** The fact that the colors show, for screen readers. */
  readonly label: string;
  readonly entries: readonly {
    readonly label: string;
    readonly nodes: number;
    /** Name of a color token. */
    readonly token: string;
    /** Between 0 and 1. */
    readonly strength: number;
  }[];
}

/** The legend of colors that may be tints of one hue. */
export const ColorLegend = ({ label, entries }: ColorLegendProps) => (
  <ul className={classes['legend']} aria-label={label}>
    {entries.map(({ label: name, nodes, token, strength }) => (
      <li key={name}>
        <span
          className={classes['swatch']}
          style={{
            backgroundColor: `color-mix(in srgb, var(${token}) ${Math.round(25 + 50 * strength)}%, var(--panel))`,
          }}
          aria-hidden="true"
        />
        {name} <span className="num">({nodes})</span>
      </li>
    ))}
  </ul>
);
