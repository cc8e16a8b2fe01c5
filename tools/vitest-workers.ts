import { availableParallelism } from 'node:os';

/**
 * Number of files that run at a time, equal for all projects of a run. It is half of the cores,
 * because files with a database or a sandbox start their own processes.
 */
export const maxWorkers = Math.max(2, Math.floor(availableParallelism() / 2));
