import type { ClusterSimulation } from './cluster-simulation.js';

/** Lets this many seconds pass, whatever happens. */
export async function passTime(simulation: ClusterSimulation, seconds: number): Promise<void> {
  const end = simulation.clock.now() + seconds * 1_000;
  await simulation.until(() => Promise.resolve(simulation.clock.now() >= end), seconds + 1);
}
