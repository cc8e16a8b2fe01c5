import classes from './meter.module.css';

export interface MeterProps {
  /** Between 0 and 1. */
  readonly ratio: number;
  /** The figure beside the bar, e.g. `68%`. */
  readonly text: string;
  /** For screen readers and on hover, e.g. `CPU: 10.6 of 15.6`. */
  readonly label: string;
  /** Whether a high ratio is a problem, as for a limit. */
  readonly warnsWhenHigh?: boolean;
}

/** A ratio as a bar, with its figure. */
export function Meter({ ratio, text, label, warnsWhenHigh = false }: MeterProps) {
  const level = warnsWhenHigh && ratio >= 0.8 ? classes[ratio >= 1 ? 'full' : 'high'] : '';
  return (
    <span className={classes['meter']} title={label}>
      <span className={classes['track']} aria-hidden="true">
        <span
          className={`${classes['fill']} ${level}`}
          style={{ width: `${Math.round(ratio * 100)}%`, display: 'block' }}
        />
      </span>
      <span className={classes['label']}>{text}</span>
    </span>
  );
}
