import { type ReactNode, useId } from 'react';
import classes from './layout.module.css';

type Gap = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

export interface StackProps {
  readonly gap?: Gap;
  readonly children: ReactNode;
}

export function Stack({ gap = 'md', children }: StackProps) {
  return <div className={`${classes['stack']} ${classes[`gap-${gap}`]}`}>{children}</div>;
}

export interface RowProps extends StackProps {
  readonly justify?: 'start' | 'between' | 'end';
  readonly isBaseline?: boolean;
}

/** Children side by side; they wrap. */
export function Row({ gap = 'sm', justify = 'start', isBaseline = false, children }: RowProps) {
  const names = ['row', `gap-${gap}`, justify, isBaseline ? 'baseline' : ''];
  return <div className={names.map((name) => classes[name] ?? '').join(' ')}>{children}</div>;
}

export interface ColumnsProps {
  /** Below this width the columns are stacked. */
  readonly minPx?: number;
  readonly children: ReactNode;
}

export function Columns({ minPx = 340, children }: ColumnsProps) {
  return (
    <div className={classes['columns']} style={{ '--column-min': `${minPx}px` }}>
      {children}
    </div>
  );
}

export interface SectionProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly isPanel?: boolean;
  readonly children: ReactNode;
}

/** A part of a page under its own heading. */
export function Section({ title, aside, isPanel = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`${classes['section']} ${isPanel ? classes['panel'] : ''}`}
    >
      <div className={classes['sectionHead']}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
