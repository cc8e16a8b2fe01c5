import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { countOf, formatShare } from '../../lib/format/quantity.js';
import type { NodesPage } from './nodes.queries.js';

export interface NodesTotalsProps {
  readonly totals: NodesPage['totals'];
}

/** Totals of the filtered nodes. */
export function NodesTotals({ totals }: NodesTotalsProps) {
  const parts = [
    countOf(totals.nodes, 'node'),
    formatHourly(toMicroUsd(totals.price)),
    ...(totals.unpricedNodes > 0 ? [`${totals.unpricedNodes} with unknown price`] : []),
    `${formatShare(totals.cpuRequestedMilli, totals.cpuAllocatableMilli)} CPU`,
    `${formatShare(totals.memoryRequestedBytes, totals.memoryAllocatableBytes)} memory`,
    countOf(totals.pods, 'pod'),
  ];
  return (
    <span className="dimmed num" aria-live="polite">
      {parts.join(' · ')}
    </span>
  );
}
