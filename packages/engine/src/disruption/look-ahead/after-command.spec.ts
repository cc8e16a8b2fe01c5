import { invariant } from '@kerf/core';
import { Json, plannedNode, randomCluster, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../../model/cluster-snapshot.js';
import type { Command } from '../../model/command.js';
import { planDisruption } from '../plan-disruption.js';
import { afterCommand } from './after-command.js';

/** The first random cluster whose first command replaces nodes. */
function replacing(): { readonly snapshot: ClusterSnapshot; readonly command: Command } {
  for (let seed = 1; ; seed += 1) {
    const snapshot = readFixture(new Json(randomCluster(seed)));
    const command = planDisruption(snapshot).commands.find(
      ({ replacements, moves }) =>
        replacements.length > 0 && moves.some(({ to }) => to !== replacements[0]?.id),
    );
    if (command !== undefined) return { snapshot, command };
  }
}

describe('a cluster after a command', () => {
  const { snapshot, command } = replacing();
  const after = afterCommand(snapshot, command, 'new');
  const podsOn = (name: string) => after.nodes.find((node) => node.name === name)?.pods ?? [];

  it('has all its pods, those of removed nodes where the command moves them', () => {
    for (const { podUid, to } of command.moves) {
      const name = command.replacements.some(({ id }) => id === to) ? `new-${to}` : to;
      expect(podsOn(name).map(({ uid }) => uid)).toContain(podUid);
    }
    const count = ({ nodes }: ClusterSnapshot): number =>
      nodes.reduce((sum, { pods }) => sum + pods.length, 0);
    const daemons = command.candidates.reduce((sum, { daemonPods }) => sum + daemonPods, 0);
    expect(count(after)).toBe(count(snapshot) - daemons);
  });

  it('has the replacement, and the removed nodes no more', () => {
    const [replacement] = command.replacements;
    invariant(replacement !== undefined, 'the command has a replacement');
    const name = `new-${replacement.id}`;
    const expected = plannedNode(snapshot, replacement, { name, bornAt: snapshot.now });
    const { pods: _pods, nodeClaim: _nodeClaim, ...launched } = expected;
    expect(after.nodes.find((node) => node.name === name)).toMatchObject(launched);
    const names = new Set(after.nodes.map((node) => node.name));
    expect(command.candidates.filter(({ nodeName }) => names.has(nodeName))).toEqual([]);
  });

  it('leaves the one before as it was', () => {
    expect(planDisruption(snapshot).commands[0]).toEqual(command);
  });
});
