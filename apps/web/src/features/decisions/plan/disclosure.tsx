import type { ReactNode } from 'react';
import classes from './plan.module.css';

export interface FoldProps {
  readonly summary: string;
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsed details. */
export function Fold({ summary, startsOpen = false, children }: FoldProps) {
  return (
    <details className={classes['fold']} open={startsOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
