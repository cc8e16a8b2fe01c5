import { availableParallelism } from 'node:os';

const cores = availableParallelism();

/**
 * For files that wait most of their time, for Postgres, a sandbox or other processes: twice as many as cores run at a
 * time, at most twelve, so that their connections fit into the one Postgres of a run. They run first.
 */
export const waiting = { maxWorkers: Math.min(12, 2 * cores), sequence: { groupOrder: 0 } };

/** For files that compute, and wait only here and there. Vitest mixes no projects with different numbers of workers. */
export const computing = { maxWorkers: cores + 1, sequence: { groupOrder: 1 } };

/**
 * On a busy machine, an awaited change comes late. These limits end a spec that hangs; one that passes never waits for
 * them.
 */
export const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};
