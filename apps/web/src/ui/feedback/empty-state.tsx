import type { ReactNode } from 'react';
import classes from './notice.module.css';

export interface EmptyStateProps {
  /** The absent thing, e.g. "No NodePools". */
  readonly title: string;
  /** Why, or what to do. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      <strong>{title}</strong>
      {children !== undefined && <div className="dimmed">{children}</div>}
      {action}
    </div>
  );
}
