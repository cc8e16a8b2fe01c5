import type { ReactNode } from 'react';
import classes from './notice.module.css';

export interface EmptyProps {
  /** What is absent, e.g. "No NodePools". */
  readonly title: string;
  /** Why, or what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes['state']}>
      <strong>{title}</strong>
      {children !== undefined && <div className="dimmed">{children}</div>}
      {action}
    </div>
  );
}
