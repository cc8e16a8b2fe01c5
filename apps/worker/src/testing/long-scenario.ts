import { describe } from 'vitest';

const runsLong = process.env['KERF_LONG'] === 'all';

/** Describes a scenario of minutes with the product's worker, which `.ci/run` runs in its rotation. */
export const describeLong = (name: string, scenario: () => void): void =>
  void describe.runIf(runsLong)(
    runsLong ? name : `${name} (only with KERF_LONG=all, as .ci/run has it: it takes minutes)`,
    scenario,
  );
