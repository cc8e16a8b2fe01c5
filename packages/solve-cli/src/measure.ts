/** Runs synchronous work and returns its result with its wall time and CPU time in milliseconds. */
export function measure<T>(run: () => T): {
  readonly result: T;
  readonly solveMs: number;
  readonly cpuMs: number;
} {
  const startedAtMs = performance.now();
  const cpu = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(cpu);
  return {
    result,
    solveMs: rounded(performance.now() - startedAtMs),
    cpuMs: rounded((user + system) / 1000),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
