import type { Engine } from '@kerf/application';
import { planDisruption, planStaticNodes, solve, validateCommand } from '@kerf/engine';

/** The engine in this thread, for specs; workers run it in a thread of its own. */
export const inlineEngine: Engine = {
  solve: async (snapshot, search) => solve(snapshot, search),
  planStaticNodes: async (snapshot, nodePool, count) => planStaticNodes(snapshot, nodePool, count),
  planDisruption: async (snapshot, cursor) => planDisruption(snapshot, cursor),
  validateCommand: async (snapshot, command) => validateCommand(snapshot, command),
};
