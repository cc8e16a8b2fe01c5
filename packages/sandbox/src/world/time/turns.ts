/** Time for which tasks run before the process handles requests again. */
const sliceMs = 8;

const waiting = new Set<() => void>();
let isScheduled = false;

/**
 * Runs a task soon, after those that were added before. The tasks of all clusters take turns, with
 * requests in between: Node itself runs all due timers and immediates before it reads a socket, so
 * that fifty clusters which start together would answer after seconds.
 */
export function runInTurn(task: () => void): void {
  waiting.add(task);
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  setImmediate(work);
}

function work(): void {
  isScheduled = false;
  const end = performance.now() + sliceMs;
  try {
    for (const task of waiting) {
      waiting.delete(task);
      task();
      if (performance.now() > end) break;
    }
  } finally {
    schedule();
  }
}
