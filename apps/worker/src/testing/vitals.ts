import { invariant } from '@kerf/core';
import type { KillableWorker } from './killable-worker.js';

export interface Vitals {
  readonly residentMib: number;
  /** 99th percentile of the event loop delay since the previous read. */
  readonly loopLagP99Ms: number;
}

/** Reads the Prometheus metrics of a running worker. */
export async function readVitals(worker: KillableWorker): Promise<Vitals> {
  const port = /"port":(\d+),"msg":"worker started"/.exec(worker.log)?.[1];
  invariant(port !== undefined, 'the log has the port of the health server');
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const valueOf = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    invariant(value !== undefined, `the worker measures ${name}`);
    return Number(value);
  };
  return {
    residentMib: Math.round(valueOf('process_resident_memory_bytes') / 2 ** 20),
    loopLagP99Ms: Math.round(valueOf('nodejs_eventloop_lag_p99_seconds') * 1_000),
  };
}
