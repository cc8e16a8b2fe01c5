import { exitCodeOf } from '@kerf/core';
import { createLogger, type Logger } from '@kerf/system';
import { readEnv } from './env.js';
import { composeWorker } from './process/compose-worker.js';
import { WorkerProcess } from './process/worker-process.js';

try {
  const parts = await composeWorker(readEnv());
  const worker = new WorkerProcess(parts);
  stopOnSignals(worker, parts.log);
  await worker.start();
} catch (error) {
  createLogger({ name: 'worker', level: 'info' }).error({ error }, 'start failed');
  process.exit(exitCodeOf(error));
}

/** Stops the worker on the first signal and ignores further signals. */
function stopOnSignals(worker: WorkerProcess, log: Logger): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    try {
      await worker.stop();
      log.info({ signal }, 'stopped');
      process.exit(0);
    } catch (error) {
      log.error({ error, signal }, 'graceful stop failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop(signal));
  }
}
