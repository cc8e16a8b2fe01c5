import { VisuallyHidden } from '../controls/controls.js';
import classes from './stacked-bar.module.css';

export interface BarSegment {
  readonly id: string;
  readonly label: string;
  /** Share of the whole bar, between 0 and 1. */
  readonly ratio: number;
  /** One of the eight fixed hues, from 0. */
  readonly hue: number;
  /** Removed parts are hatched. */
  readonly isRemoved?: boolean;
}

export interface StackedBarProps {
  /** The bar in words, for screen readers. */
  readonly label: string;
  readonly segments: readonly BarSegment[];
}

export const hueOf = (index: number): string => `var(--hue-${(index % 8) + 1})`;

/** Parts of a whole in one line. */
export function StackedBar({ label, segments }: StackedBarProps) {
  return (
    <>
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={classes['bar']} aria-hidden="true">
        {segments.map(({ id, label: name, ratio, hue, isRemoved }) => (
          <span
            key={id}
            title={name}
            className={`${classes['segment']} ${isRemoved === true ? classes['removed'] : ''}`}
            style={{ width: `${ratio * 100}%`, backgroundColor: hueOf(hue) }}
          />
        ))}
      </div>
    </>
  );
}
