import { drift, staticDrift } from './drift.js';
import { emptiness } from './emptiness.js';
import type { Method } from './method.js';
import { multiNodeConsolidation } from './multi-node-consolidation.js';
import { regrouping } from './regrouping.js';
import { repair, staticRepair } from './repair.js';
import { singleNodeConsolidation } from './single-node-consolidation.js';

/**
 * The disruption methods in the order of evaluation; the first that proposes commands ends the
 * pass.
 */
export const methods: readonly Method[] = [
  staticRepair,
  repair,
  emptiness,
  staticDrift,
  drift,
  multiNodeConsolidation,
  singleNodeConsolidation,
  regrouping,
];
