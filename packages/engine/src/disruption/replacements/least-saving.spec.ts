import { invariant } from '@kerf/core';
import {
  aNode,
  aNodePool,
  anInstanceType,
  aPod,
  aSnapshot,
  type PodBuilder,
  type SnapshotBuilder,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../model/command.js';
import { inspectNodes } from '../candidate.js';
import { consolidate } from '../methods/consolidation.js';
import { planDisruption } from '../plan-disruption.js';
import { leastSaving } from './least-saving.js';

const typeOf = (name: string, gib: number, microUsdPerHour: number) =>
  anInstanceType(name)
    .with({ milliCpu: 8_000, memoryMib: gib * 1_024, pods: 20 })
    .offeredAt({ microUsdPerHour });
const lean = aPod('lean').requesting({ milliCpu: 2_900, memoryMib: 7_400 });
const rich = aPod('rich').requesting({ milliCpu: 2_900, memoryMib: 9_000 });

/** Two nodes at $0.40 with these pods each; a type with half of the memory costs $0.34. */
function clusterOf(...pods: readonly PodBuilder[]): SnapshotBuilder {
  const capacity = { cpu: 8_000, memory: 32 * 1_024 ** 3, pods: 20 };
  const nodes = ['a', 'b'].map((node) =>
    aNode(node)
      .with({ capacity, allocatable: capacity })
      .launchedAs('memory', 'zone-a', 'on-demand', 400_000)
      .running(...pods.map((pod, index) => pod.named(`${node}-${index}`).running())),
  );
  return aSnapshot()
    .at(100_000)
    .withNodePools(aNodePool().withBudget('100%').consolidatingAfter(0))
    .withInstanceTypes(typeOf('compute', 16, 340_000), typeOf('memory', 32, 400_000))
    .withNodes(...nodes)
    .withSettings({ maxReplacements: 2 });
}

function plannedCommand(cluster: SnapshotBuilder): Command {
  const snapshot = cluster.build();
  const command = consolidate(snapshot, inspectNodes(snapshot).candidates, {
    method: 'MultiNodeConsolidation',
    newNodes: 'Cheapest',
  });
  invariant(!('code' in command), 'the nodes can be replaced');
  return command;
}

describe('what a command saves at least', () => {
  it('is its saving if its pods fit in any order', () => {
    const cluster = clusterOf(lean, lean);
    const command = plannedCommand(cluster);
    expect(command).toMatchObject({ replacements: { length: 2 }, savingMicroUsdPerHour: 120_000 });
    expect(leastSaving(cluster.build(), command)).toBe(120_000);
  });

  it('is less by the node that a pod needs whose place another pod has taken', () => {
    const cluster = clusterOf(lean, rich);
    const command = plannedCommand(cluster);
    expect(command).toMatchObject({ replacements: { length: 2 }, savingMicroUsdPerHour: 60_000 });
    // A rich pod does not fit beside a lean one on the node with less memory.
    expect(leastSaving(cluster.build(), command)).toBe(60_000 - 340_000);
    expect(planDisruption(cluster.build()).commands).toEqual([]);
  });

  it('is unknown without a price', () => {
    const cluster = clusterOf(lean, lean);
    const command = { ...plannedCommand(cluster), savingMicroUsdPerHour: null };
    expect(leastSaving(cluster.build(), command)).toBeNull();
  });
});
