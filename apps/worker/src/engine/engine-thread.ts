import { parentPort } from 'node:worker_threads';
import { assertNever, invariant } from '@kerf/core';
import { planDisruption, solve, validateCommand } from '@kerf/engine';
import type { EngineAnswer, EngineCall } from './threaded-engine.js';

const port = parentPort;
invariant(port !== null, 'this module runs in a thread');

port.on('message', ({ id, call }: { readonly id: number; readonly call: EngineCall }) => {
  port.postMessage({ id, answer: answerTo(call) });
});

function answerTo(call: EngineCall): EngineAnswer {
  try {
    switch (call.kind) {
      case 'Solve':
        return { kind: 'Solved', result: solve(call.snapshot) };
      case 'Plan':
        return { kind: 'Planned', plan: planDisruption(call.snapshot) };
      case 'Validate':
        return { kind: 'Validated', validation: validateCommand(call.snapshot, call.command) };
      default:
        return assertNever(call);
    }
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'Failed', message };
  }
}
