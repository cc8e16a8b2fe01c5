import type { ReactNode } from 'react';
import classes from './description-list.module.css';

export interface DescriptionListProps {
  /** Names and values; a `null` value is left out. */
  readonly items: readonly (readonly [name: string, value: ReactNode])[];
}

export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={classes['facts']}>
      {items
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <DescriptionPair key={name} name={name} value={value} />
        ))}
    </dl>
  );
}

function DescriptionPair({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

export interface FigureProps {
  readonly value: ReactNode;
  readonly label: ReactNode;
  readonly tone?: 'attention' | 'broken' | undefined;
}

/** One figure with its label. */
export function Figure({ value, label, tone }: FigureProps) {
  return (
    <span className={`${classes['figure']} ${tone === undefined ? '' : classes[tone]}`}>
      <span className={classes['value']}>{value}</span>
      <span className={classes['label']}>{label}</span>
    </span>
  );
}

/** The key figures at the top of a page. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className={classes['figures']}>{children}</div>;
}
