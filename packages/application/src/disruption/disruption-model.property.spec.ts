import { describe, expect, it } from 'vitest';
import { runDisruptionModel } from '../testing/disruption-model/disruption-model.js';

/** Steps in one cluster; then another one is set up. */
const stepsOfRun = 1_500;
const totalSteps = Number(process.env['KERF_MODEL_STEPS'] ?? '30000');
const firstSeed = Number(process.env['KERF_MODEL_SEED'] ?? '1');

describe('disruption, whatever happens around it', () => {
  it(
    `keeps its promises in ${totalSteps} random steps from seed ${firstSeed}`,
    async () => {
      const ended = new Set<string>();
      for (let run = 0; run * stepsOfRun < totalSteps; run += 1) {
        const { violation, decisions } = await runDisruptionModel(firstSeed + run, stepsOfRun);
        expect(violation).toBeNull();
        for (const kindAndState of Object.keys(decisions)) ended.add(kindAndState);
      }
      // Otherwise the promises were not put to the test.
      const expected = [
        'Empty Executed',
        'Consolidate Executed',
        'Consolidate+ Executed',
        'Drift Executed',
        'Drift+ Executed',
      ];
      expect(expected.filter((kindAndState) => !ended.has(kindAndState))).toEqual([]);
    },
    Math.max(60_000, totalSteps * 5),
  );
});
