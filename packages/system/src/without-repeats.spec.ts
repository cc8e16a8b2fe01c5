import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { LogFields, Logger } from './logger.js';
import { withoutRepeats } from './without-repeats.js';

let now = 0;
const lines: (readonly [LogFields, string])[] = [];
const push = (fields: LogFields, message: string): void => void lines.push([fields, message]);
const sink: Logger = { info: push, warn: push, error: push, debug: push, with: () => sink };
const log = withoutRepeats(sink, () => now);
const away = new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'not in sync' });
const refused = new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'forbidden' });

describe('a logger without repeats', () => {
  it('names an outage once, then every five minutes with the number of suppressed lines', () => {
    for (now = 0; now < 600_000; now += 1_000)
      log.with({ cluster: 'a' }).warn({ error: away }, 'job failed');
    expect(lines).toEqual([
      [{ error: away }, 'job failed'],
      [{ error: away, suppressed: 299 }, 'job failed'],
    ]);
  });

  it('logs every failure that is no outage, and every line of another level', () => {
    lines.length = 0;
    log.warn({ error: refused }, 'job failed');
    log.warn({ error: refused }, 'job failed');
    log.error({ error: away }, 'ends');
    log.info({}, 'goes on');
    expect(lines.map(([, message]) => message)).toEqual([
      'job failed',
      'job failed',
      'ends',
      'goes on',
    ]);
  });
});
