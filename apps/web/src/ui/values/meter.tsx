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
  /** Tints a node that is idle (below 20%) or full (above 90%). */
  readonly tintsUse?: boolean;
}

/** A node below it is idle, and one above it full. */
const idleBelow = 0.2;
const fullAbove = 0.9;

/** A ratio as a bar, with its figure. */
export function Meter(props: MeterProps) {
  const { ratio, text, label, warnsWhenHigh = false, tintsUse = false } = props;
  const level = warnsWhenHigh && ratio >= 0.8 ? classes[ratio >= 1 ? 'full' : 'high'] : '';
  const use = tintsUse ? levelOf(ratio) : undefined;
  return (
    <span
      className={`${classes['meter']} ${use === undefined ? '' : classes[`is-${use}`]}`}
      title={use === undefined ? label : `${label} (${use})`}
    >
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

function levelOf(ratio: number): 'idle' | 'full' | undefined {
  if (ratio < idleBelow) return 'idle';
  return ratio > fullAbove ? 'full' : undefined;
}
