import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Kills a process with SIGKILL.
 * @returns when it has exited; at once if it already has
 */
export async function killProcess(running: ChildProcess | null): Promise<void> {
  if (running === null || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGKILL');
  await ended;
}
