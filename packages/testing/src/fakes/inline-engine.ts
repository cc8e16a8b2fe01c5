import type { Engine } from '@kerf/application';
import {
  analyzeCost,
  planDisruption,
  planStaticNodes,
  replanCommand,
  simulateDisruption,
  solve,
  validateCommand,
  withCommandBounds,
} from '@kerf/engine';

/** The engine in this thread, for specs; workers run it in a thread of its own. */
export const inlineEngine: Engine = {
  solve: async (snapshot, search) => solve(snapshot, search),
  planStaticNodes: async (snapshot, nodePool, count) => planStaticNodes(snapshot, nodePool, count),
  planDisruption: async (snapshot, cursor) =>
    withCommandBounds(snapshot, planDisruption(snapshot, cursor)),
  analyzeCost: async (snapshot) => analyzeCost(snapshot),
  simulateDisruption: async (snapshot, names) => simulateDisruption(snapshot, names),
  replanCommand: async (snapshot, command) => replanCommand(snapshot, command),
  validateCommand: async (snapshot, command) => validateCommand(snapshot, command),
};
