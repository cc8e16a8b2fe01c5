import type { Pod } from '../resources/types/pod.js';

/** Says for how many seconds a pod runs before it ends by itself. */
export const runSecondsAnnotation = 'sandbox.kerf.dev/run-seconds';
/** The exit code it then ends with; 0 unless given. */
const exitCodeAnnotation = 'sandbox.kerf.dev/exit-code';

/**
 * How long a pod runs, in ms; `null` for one that goes on for ever. Those of Jobs end: after what an
 * annotation says, or as long as their command sleeps, or soon.
 */
export function runLengthMs({ metadata, spec }: Pod): number | null {
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

/** `sleep 30` or `sleep 2m`, alone or within a shell's command. */
function sleepSeconds(container: Pod['spec']['containers'][number] | undefined): number | null {
  const command = [...(container?.command ?? []), ...(container?.args ?? [])].join(' ');
  const [, digits, unit = 's'] = /\bsleep (\d+(?:\.\d+)?)([smh])?\b/.exec(command) ?? [];
  const factors: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
  return digits === undefined ? null : Number(digits) * (factors[unit] ?? 1);
}

/** A process that is asked to end does so in a moment. */
const promptExitMs = 500;

/** How long a pod takes to end once it is asked to: its preStop hooks, but never beyond its grace. */
export function shutdownMs({ spec, metadata }: Pod): number {
  const graceMs = (metadata.deletionGracePeriodSeconds ?? 30) * 1000;
  const hooks = spec.containers.map(({ lifecycle }) => {
    const { sleep, exec } = lifecycle?.preStop ?? {};
    const seconds = sleep?.seconds ?? sleepSeconds({ name: '', command: exec?.command ?? [] }) ?? 0;
    return seconds * 1000;
  });
  return Math.min(Math.max(0, ...hooks) + promptExitMs, graceMs);
}
