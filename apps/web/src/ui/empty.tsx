import type { ReactNode } from 'react';
import classes from './states.module.css';

export interface EmptyProps {
  /** What is not there, as a sentence. */
  readonly title: string;
  /** Why, and what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing to show is an answer too. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes['state']}>
      <strong>{title}</strong>
      {children !== undefined && <div className="dimmed">{children}</div>}
      {action}
    </div>
  );
}
