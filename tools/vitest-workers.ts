import { availableParallelism } from 'node:os';

/**
 * How many files run at a time: all projects of one run have to say the same number. Half the cores,
 * because files with a database or a sandbox start processes of their own.
 */
export const maxWorkers = Math.max(2, Math.floor(availableParallelism() / 2));
