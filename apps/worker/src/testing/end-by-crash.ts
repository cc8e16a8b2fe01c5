import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a process as a crash of its machine would. @returns when it is gone, at once if it is already */
export async function endByCrash(running: ChildProcess | null): Promise<void> {
  if (running === null || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}
