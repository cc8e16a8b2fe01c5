import type { ReactNode } from 'react';
import classes from './decision-page.module.css';

export interface FoldProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** Detail that is there for those who ask. */
export function Fold({ summary, children }: FoldProps) {
  return (
    <details className={classes['fold']}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
