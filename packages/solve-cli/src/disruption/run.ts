import type { MicroUsdPerHour } from '@kerf/core';
import type { ClusterSnapshot } from '@kerf/engine';
import { parseOptions } from '../parse-options.js';
import { loadSnapshotFile, type Output } from '../run.js';
import { consolidateFixture } from './consolidate-fixture.js';

const usage =
  'usage: npm run -s plan-disruption -- [--loop] [--steps] [--pod-move <US dollars per hour>] [--max-replacements <number>] fixture.json[.gz] …';

/**
 * Evaluates the disruption of the cluster in each file and prints one line of JSON for it.
 * @returns the exit code: 0, or 2 for an invalid file or argument
 */
export function runDisruption(args: readonly string[], { out, err }: Output): number {
  const parsed = parseOptions(args, {
    loop: { type: 'boolean', default: false },
    steps: { type: 'boolean', default: false },
    'pod-move': { type: 'string', default: '0' },
    'max-replacements': { type: 'string', default: '1' },
  });
  const maxReplacements = Number(parsed?.values['max-replacements']);
  const podMove = Math.round(Number(parsed?.values['pod-move']) * 1_000_000);
  if (
    parsed === null ||
    parsed.positionals.length === 0 ||
    !(podMove >= 0) ||
    !Number.isInteger(maxReplacements) ||
    maxReplacements < 1
  ) {
    err(usage);
    return 2;
  }
  const { loop, steps } = parsed.values;
  for (const path of parsed.positionals) {
    const snapshot = loadSnapshotFile(path, err);
    if (snapshot === null) return 2;
    const settings = { ...withPodMovePrice(snapshot, podMove).settings, maxReplacements };
    const answer = consolidateFixture(
      { ...snapshot, settings },
      {
        loops: loop,
        ...(steps && { onStep: (step) => out(JSON.stringify(step)) }),
      },
    );
    out(JSON.stringify(answer));
  }
  return 0;
}

function withPodMovePrice(
  snapshot: ClusterSnapshot,
  perPodMoveMicroUsdPerHour: MicroUsdPerHour,
): ClusterSnapshot {
  const minSaving = { ...snapshot.settings.minSaving, perPodMoveMicroUsdPerHour };
  return { ...snapshot, settings: { ...snapshot.settings, minSaving } };
}
