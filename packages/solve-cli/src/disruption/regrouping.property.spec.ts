import type { ClusterSnapshot } from '@kerf/engine';
import { validateCommand } from '@kerf/engine';
import { Json, randomCluster, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { appliedProblems } from '../differential/disruption/command-checks.js';
import { consolidateFixture } from './consolidate-fixture.js';

function withReplacements(snapshot: ClusterSnapshot, maxReplacements: number): ClusterSnapshot {
  return { ...snapshot, settings: { ...snapshot.settings, maxReplacements } };
}

/** Random clusters in which several replacements are cheaper; there are few, with many constraints. */
const seeds = [1024, 1027];

describe('several replacements for several nodes', () => {
  it('end cheaper than one, and the scheduler can bind all pods as planned', () => {
    let regrouped = 0;
    for (const seed of seeds) {
      const start = readFixture(new Json(randomCluster(seed)));
      const one = consolidateFixture(withReplacements(start, 1), { loops: true });
      const several = consolidateFixture(withReplacements(start, 8), {
        loops: true,
        onCommand(applied) {
          const { before, command } = applied;
          if (command.replacements.length < 2) return;
          regrouped += 1;
          expect(command.replacements.length).toBeLessThanOrEqual(8);
          expect(appliedProblems(applied)).toEqual([]);
          expect(validateCommand(before, command)).toMatchObject({ kind: 'Valid' });
        },
      });
      expect(several.price).toBeLessThan(one.price);
    }
    expect(regrouped).toBeGreaterThan(1);
  }, 60_000);
});
