import { type Ports, rearmNotifications, reportUnreachable } from '@kerf/application';
import type { Logger } from '@kerf/system';
import { pauseAbout } from './pause-about.js';

const everyMs = 60_000;

/** Reports unreachable clusters, and creates missing jobs of notifications, about once a minute. Every worker runs this. */
export async function runNotificationLoop(
  ports: Pick<Ports, 'store' | 'clock'>,
  log: Pick<Logger, 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await reportUnreachable(ports);
    } catch (error) {
      log.warn({ error }, 'report of unreachable clusters failed; retrying');
    }
    try {
      const rearmed = await rearmNotifications(ports);
      if (rearmed.length > 0) log.warn({ rearmed }, 'missing jobs of notifications created again');
    } catch (error) {
      log.warn({ error }, 'search for missing jobs of notifications failed; retrying');
    }
    await pauseAbout(everyMs, signal);
  }
}
