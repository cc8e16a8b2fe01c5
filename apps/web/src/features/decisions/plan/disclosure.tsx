import type { ReactNode } from 'react';
import classes from './plan.module.css';

export interface DisclosureProps {
  readonly summary: string;
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsed details. */
export function Disclosure({ summary, startsOpen = false, children }: DisclosureProps) {
  return (
    <details className={classes['disclosure']} open={startsOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
