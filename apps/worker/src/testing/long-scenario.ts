import { describe } from 'vitest';

type Describe = (name: string, scenario: () => void) => void;

const describeSkipped: Describe = (name, scenario) => {
  describe.runIf(false)(
    `${name} (only with KERF_LONG=all, as .ci/run has it: it takes minutes)`,
    () => {
      scenario();
    },
  );
};

/** Describes a scenario of minutes with the product's worker, which `.ci/run` runs in its rotation. */
export const describeLong: Describe =
  process.env['KERF_LONG'] === 'all' ? describe : describeSkipped;
