import { exitCodeOf } from '@kerf/core';
import { createLogger, type Logger } from '@kerf/system';
import { readEnv } from './env.js';
import { composeWorker } from './process/compose-worker.js';
import { TrialProcess, trialEnvOf } from './process/trial-process.js';
import { trialsArgument } from './process/trials.js';
import { WorkerProcess } from './process/worker-process.js';

try {
  if (process.argv[2] === trialsArgument) await startTrials();
  else await startWorker();
} catch (error) {
  createLogger({ name: 'worker', level: 'info' }).error({ error }, 'start failed');
  process.exit(exitCodeOf(error));
}

async function startWorker(): Promise<void> {
  const parts = await composeWorker(readEnv());
  const worker = new WorkerProcess(parts);
  stopOnSignals(worker, parts.log);
  await worker.start();
}

async function startTrials(): Promise<void> {
  const parts = await composeWorker(trialEnvOf(readEnv()));
  const trials = new TrialProcess(parts);
  const stop = stopOnSignals(trials, parts.log);
  await trials.start(() => void stop('done'));
}

/** Stops the worker on the first signal and ignores further signals. */
function stopOnSignals(
  worker: Pick<WorkerProcess, 'stop'>,
  log: Logger,
): (cause: string) => Promise<void> {
  let isStopping = false;
  const stop = async (cause: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    try {
      await worker.stop();
      log.info({ cause }, 'stopped');
      process.exit(0);
    } catch (error) {
      log.error({ error, cause }, 'graceful stop failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stop(signal));
  }
  return stop;
}
