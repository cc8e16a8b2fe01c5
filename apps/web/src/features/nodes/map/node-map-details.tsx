import { formatCpu, formatMemory } from '@kerf/core';
import { formatHourly, formatMonthly } from '../../../lib/format/money.js';
import { formatShare } from '../../../lib/format/quantity.js';
import { capacityTypeWords } from '../../../lib/format/words.js';
import { nodeBadges } from '../nodes-text.js';
import type { MapNode } from './map-node.js';

const money = (microUsd: number | null, format: (known: number) => string): string =>
  microUsd === null ? 'unknown' : format(microUsd);

/** Returns what is known of a node, as labels and values. */
function factsOf(node: MapNode): readonly (readonly [string, string])[] {
  const { blockers, priceMicroUsd, wasteMicroUsd } = node;
  const [first, ...others] = blockers;
  const more = others.length === 0 ? '' : ` + ${others.length}`;
  return [
    ['Cluster', node.cluster],
    ['NodePool', node.nodePool ?? 'Not managed'],
    ['Type', `${node.instanceType ?? '–'}, ${capacityTypeWords[node.capacityType]}`],
    ['Zone', node.zone ?? '–'],
    ['State', nodeBadges[node.state].label],
    ['Price', `${money(priceMicroUsd, formatHourly)} (${money(priceMicroUsd, formatMonthly)})`],
    ['Waste', money(wasteMicroUsd, formatMonthly)],
    ['CPU requested', usageOf(node.cpuRequestedMilli, node.cpuAllocatableMilli, formatCpu)],
    [
      'Memory requested',
      usageOf(node.memoryRequestedBytes, node.memoryAllocatableBytes, formatMemory),
    ],
    ['Pods', `${node.podCount} of ${node.podCapacity}`],
    ['Blocked by', first === undefined ? 'Nothing' : `${first.subject}${more}`],
  ];
}

const usageOf = (used: number, all: number, format: (amount: number) => string): string =>
  `${formatShare(used, all)} (${format(used)} of ${format(all)})`;

/** The facts of the node under the pointer, or of the one that has the focus. */
export function NodeMapDetails({ node }: { readonly node: MapNode }) {
  return (
    <>
      <h3>{node.name}</h3>
      <dl>
        {factsOf(node).map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
