// Memory and CPU time of the processes of a running stack, read from /proc (Linux only).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A process of the stack by its name in `run.json`; `postgres` includes the server's processes. */
export type Pids = ReadonlyMap<string, readonly number[]>;

/** Returns the processes of the stack in this folder. */
export function pidsOf(folder: string): Pids {
  const { pids }: { readonly pids: Readonly<Record<string, number>> } = JSON.parse(
    readFileSync(join(folder, 'run.json'), 'utf8'),
  );
  return new Map(
    Object.entries(pids).map(([name, pid]) => [
      name,
      name === 'postgres' ? [pid, ...descendantsOf(pid)] : [pid],
    ]),
  );
}

/** Resident memory of a process, in MiB. */
export function residentMiB([pid]: readonly number[]): number {
  return readField(`/proc/${pid}/status`, 'VmRSS') / 1024;
}

/** Largest resident memory since {@link resetPeak}, in MiB. */
export function peakMiB([pid]: readonly number[]): number {
  return readField(`/proc/${pid}/status`, 'VmHWM') / 1024;
}

export function resetPeak([pid]: readonly number[]): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Memory of all processes in MiB; a page that n processes share counts 1/n for each of them. */
export function totalMiB(pids: Pids): number {
  const kib = [...pids.values()].flat().map((pid) => readField(`/proc/${pid}/smaps_rollup`, 'Pss'));
  return kib.reduce((sum, one) => sum + one, 0) / 1024;
}

/** CPU time that a process has taken since its start, in seconds. */
export function cpuSeconds([pid]: readonly number[]): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  // User and system time in ticks, of which Linux has 100 a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function descendantsOf(parent: number): readonly number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
  return [...children, ...children.flatMap(descendantsOf)];
}

/** Returns `null` for a process that has ended. */
function parentOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return null;
  }
}

/** Returns a field in KiB; 0 for a process that has ended. */
function readField(file: string, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
