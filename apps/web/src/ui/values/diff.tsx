import { countOf } from '@kerf/core';
import { useMemo } from 'react';
import { focusable } from '../controls/controls.js';
import classes from './diff.module.css';
import { type DiffLine, toDiff } from './to-diff.js';

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

/** Changed lines with signs, so that color is not the only sign. */
export function Diff({ label, before, after }: DiffProps) {
  const lines = useMemo(() => toDiff(before, after), [before, after]);
  if (before === after) return <p className="dimmed">No changes.</p>;
  return (
    <section className={classes['diff']} aria-label={label} {...focusable}>
      <pre style={{ margin: 0 }}>
        {lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </pre>
    </section>
  );
}

function Line({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'skipped') {
    return <div className={classes['skipped']}>{countOf(line.lines, 'unchanged line')}</div>;
  }
  return (
    <div className={`${classes['line']} ${classes[line.kind] ?? ''}`}>
      <span>{signs[line.kind]}</span>
      <span>{line.text}</span>
    </div>
  );
}
