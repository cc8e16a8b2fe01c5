import { parentPort } from 'node:worker_threads';
import { assertNever, invariant } from '@kerf/core';
import {
  analyzeCost,
  type CatalogGaps,
  type ClusterSnapshot,
  type InstanceType,
  planDisruption,
  planStaticNodes,
  replanCommand,
  simulateDisruption,
  solve,
  validateCommand,
  withCommandBounds,
} from '@kerf/engine';
import type { EngineAnswer, EngineCall, EngineMessage, ThreadMessage } from './engine-messages.js';
import { ReceivedNodes } from './received-nodes.js';

const port = parentPort;
invariant(port !== null, 'this module runs in a thread');
const types = new Map<number, InstanceType>();
const lists = new Map<number, readonly InstanceType[]>();
const gaps = new Map<number, CatalogGaps>();
const nodes = new ReceivedNodes();

port.on('message', (message: ThreadMessage) => {
  if (message.kind === 'Nodes') nodes.add(message);
  else port.postMessage({ id: message.id, answer: answerTo(message.call, unpack(message)) });
});

function unpack(message: EngineMessage): ClusterSnapshot {
  for (const [number, type] of message.newTypes) types.set(number, type);
  for (const [number, list] of message.newLists) {
    lists.set(
      number,
      list.flatMap((ofType) => types.get(ofType) ?? []),
    );
  }
  const instanceTypesByNodePool = Object.fromEntries(
    Object.entries(message.listByNodePool).map(([pool, number]) => [pool, lists.get(number) ?? []]),
  );
  for (const [number, ofClass] of message.newGaps) gaps.set(number, ofClass);
  const catalogGapsByNodePool = Object.fromEntries(
    Object.entries(message.gapsByNodePool).flatMap(([pool, number]) => {
      const ofClass = gaps.get(number);
      return ofClass === undefined ? [] : [[pool, ofClass] as const];
    }),
  );
  for (const number of message.droppedGaps) gaps.delete(number);
  for (const number of message.droppedLists) lists.delete(number);
  for (const number of message.droppedTypes) types.delete(number);
  return {
    ...message.snapshot,
    nodes: nodes.take(message.nodes),
    instanceTypesByNodePool,
    catalogGapsByNodePool,
  };
}

function answerTo(call: EngineCall, snapshot: ClusterSnapshot): EngineAnswer {
  try {
    switch (call.kind) {
      case 'Solve':
        return { kind: 'Solved', result: solve(snapshot, call.search) };
      case 'PlanStatic':
        return {
          kind: 'StaticPlanned',
          plan: planStaticNodes(snapshot, call.nodePool, call.count),
        };
      case 'Plan':
        return {
          kind: 'Planned',
          plan: withCommandBounds(snapshot, planDisruption(snapshot, call.cursor)),
        };
      case 'AnalyzeCost':
        return { kind: 'CostAnalyzed', analysis: analyzeCost(snapshot) };
      case 'Simulate':
        return { kind: 'Simulated', result: simulateDisruption(snapshot, call.nodeNames) };
      case 'Replan':
        return { kind: 'Validated', validation: replanCommand(snapshot, call.command) };
      case 'Validate':
        return { kind: 'Validated', validation: validateCommand(snapshot, call.command) };
      default:
        return assertNever(call);
    }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'Failed', message };
  }
}
