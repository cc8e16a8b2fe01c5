import { checkIncidents, type Ports } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import type { Logger } from '@kerf/system';
import { pauseAbout } from './pause-about.js';

/** When the checks run. */
export interface IncidentLoopTimes {
  /** After an outage of Kerf, clusters are not stale until workers had time to connect. */
  readonly firstAfterMs: DurationMs;
  readonly everyMs: DurationMs;
}

const usualTimes: IncidentLoopTimes = { firstAfterMs: 60_000, everyMs: 20_000 };

/** Opens and closes incidents, about three times a minute. Every worker runs this. */
export async function runIncidentLoop(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  log: Pick<Logger, 'warn'>,
  signal: AbortSignal,
  { firstAfterMs, everyMs } = usualTimes,
): Promise<void> {
  let waitMs = firstAfterMs;
  while (!signal.aborted) {
    await pauseAbout(waitMs, signal);
    waitMs = everyMs;
    if (signal.aborted) return;
    try {
      await checkIncidents(ports);
    } catch (error) {
      log.warn({ error }, 'check of incidents failed; retrying');
    }
  }
}
