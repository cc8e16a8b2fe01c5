export { endAbandonedBatches, maxSolveMs } from './abandoned-batches.js';
export { addToBatch, solveAt } from './open-batch.js';
export { recordLaunches, recordProvision } from './propose-provision.js';
