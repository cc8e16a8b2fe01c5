import type { Pod } from '../resources/types/pod.js';

/** Number of seconds that a pod runs before it finishes. */
export const runSecondsAnnotation = 'sandbox.kerf.dev/run-seconds';
/** Its exit code; default 0. */
const exitCodeAnnotation = 'sandbox.kerf.dev/exit-code';

/**
 * Returns the run time of a pod in ms; `null` for one that does not finish. Pods of Jobs finish
 * after the annotated time, the time of their `sleep` command, or a default time.
 */
export function runTimeMs({ metadata, spec }: Pod): number | null {
  const annotated = Number(metadata.annotations?.[runSecondsAnnotation] ?? Number.NaN);
  if (Number.isFinite(annotated)) return annotated * 1000;
  if ((spec.restartPolicy ?? 'Always') === 'Always') return null;
  return (sleepSeconds(spec.containers[0]) ?? usualSeconds) * 1000;
}

export function exitCodeOf({ metadata }: Pod): number {
  const code = Number(metadata.annotations?.[exitCodeAnnotation] ?? 0);
  return Number.isInteger(code) ? code : 0;
}

const usualSeconds = 5;

/** Returns the seconds of `sleep 30` or `sleep 2m`, alone or in a shell command. */
function sleepSeconds(container: Pod['spec']['containers'][number] | undefined): number | null {
  const command = [...(container?.command ?? []), ...(container?.args ?? [])].join(' ');
  const [, digits, unit = 's'] = /\bsleep (\d+(?:\.\d+)?)([smh])?\b/.exec(command) ?? [];
  const factors: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
  return digits === undefined ? null : Number(digits) * (factors[unit] ?? 1);
}

/** Time that a process takes to exit after SIGTERM. */
const exitMs = 500;

/** Returns how long a pod takes to stop: its preStop hooks, and at most its grace period. */
export function shutdownMs({ spec, metadata }: Pod): number {
  const graceMs = (metadata.deletionGracePeriodSeconds ?? 30) * 1000;
  const hooks = spec.containers.map(({ lifecycle }) => {
    const { sleep, exec } = lifecycle?.preStop ?? {};
    const seconds = sleep?.seconds ?? sleepSeconds({ name: '', command: exec?.command ?? [] }) ?? 0;
    return seconds * 1000;
  });
  return Math.min(Math.max(0, ...hooks) + exitMs, graceMs);
}
