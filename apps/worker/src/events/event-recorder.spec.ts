import type { NotedEvent } from '@kerf/application';
import { AppError } from '@kerf/core';
import { createLogger } from '@kerf/system';
import { aCluster, ManualClock } from '@kerf/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type EventOutcome, EventRecorder } from './event-recorder.js';

const minute = 60_000;
const facts = {
  accountId: '111122223333',
  kubernetesVersion: '1.36',
  serviceCidr: '10.100.0.0/16',
  clusterDnsIp: '10.100.0.10',
};
const cluster = aCluster({
  id: 'clu_1',
  name: 'prod',
  endpoint: 'https://127.0.0.1:6443',
  certificateAuthority: 'Y2E=',
  facts,
});

let clock: ManualClock;
let written: string[];
let counted: EventOutcome[];
let write: (event: NotedEvent) => Promise<void>;
let found: typeof cluster | null;
let recorder: EventRecorder;

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 10, 21));
  written = [];
  counted = [];
  write = () => Promise.resolve();
  found = cluster;
  recorder = new EventRecorder({
    gateway: {
      recordEvent: async (_connection, event) => {
        await write(event);
        written.push(`${event.reason} ${event.about.name}`);
      },
    },
    findCluster: () => Promise.resolve(found),
    clock,
    log: createLogger({ name: 'spec', level: 'silent' }),
    count: (outcome) => counted.push(outcome),
  });
});

const event = (name: string, over: Partial<NotedEvent> = {}): NotedEvent => ({
  about: { kind: 'Pod', namespace: 'shop', name, uid: `uid-${name}` },
  type: 'Warning',
  reason: 'FailedScheduling',
  message: 'no capacity',
  ...over,
});
const settled = async (): Promise<void> => {
  while (written.length + counted.filter((outcome) => outcome === 'failed').length < expected()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};
let recorded = 0;
const expected = (): number =>
  recorded - counted.filter((outcome) => outcome !== 'written' && outcome !== 'failed').length;
const record = (...events: readonly NotedEvent[]): Promise<void> => {
  recorded += events.length;
  recorder.record('clu_1', events);
  return settled();
};
beforeEach(() => {
  recorded = 0;
});

describe('events', () => {
  it('are written in the background', async () => {
    await record(event('a'), event('b'));
    expect(written).toEqual(['FailedScheduling a', 'FailedScheduling b']);
    expect(counted).toEqual(['written', 'written']);
  });

  it('are not repeated for two minutes, or for their own period', async () => {
    await record(event('a'), event('b', { dedupeMs: 5 * minute }));
    clock.advance(2 * minute - 1);
    await record(event('a'), event('b'));
    expect(written).toHaveLength(2);
    clock.advance(1);
    await record(event('a'), event('b'));
    expect(written).toEqual(['FailedScheduling a', 'FailedScheduling b', 'FailedScheduling a']);
    expect(counted.filter((outcome) => outcome === 'repeated')).toHaveLength(3);
  });

  it('are repeated for another object, reason or dedupe key', async () => {
    await record(
      event('a'),
      event('a', { reason: 'Nominated' }),
      event('a', { dedupeBy: 'node/x' }),
      event('a', { dedupeBy: 'node/y' }),
    );
    expect(written).toHaveLength(4);
  });

  it('of nominations are limited to ten at once and five a second', async () => {
    const nominations = (from: number): readonly NotedEvent[] =>
      Array.from({ length: 20 }, (_, index) =>
        event(`pod-${from + index}`, { reason: 'Nominated', isNomination: true }),
      );
    await record(...nominations(0));
    expect(written).toHaveLength(10);
    clock.advance(1_000);
    await record(...nominations(100));
    expect(written).toHaveLength(15);
    await record(event('pod-0'));
    expect(written).toHaveLength(16);
  });

  it('about one object are limited to 25, and one more per five minutes', async () => {
    const many = (from: number): readonly NotedEvent[] =>
      Array.from({ length: 30 }, (_, index) => event('a', { dedupeBy: `${from + index}` }));
    await record(...many(0));
    expect(written).toHaveLength(25);
    clock.advance(5 * minute);
    await record(...many(100));
    expect(written).toHaveLength(26);
  });

  it('that a cluster does not accept are dropped beyond a limit, without delaying the caller', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    write = () => held;
    const many = Array.from({ length: 1_500 }, (_, index) => event(`pod-${index}`));
    recorder.record('clu_1', many);
    expect(counted.filter((outcome) => outcome === 'overflowed')).toHaveLength(500);
    const stopped = recorder.stop();
    release();
    await stopped;
    expect(written.length).toBeLessThanOrEqual(4);
  });

  it('that fail are skipped, and later ones are written', async () => {
    write = ({ about }) =>
      about.name === 'a'
        ? Promise.reject(new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' }))
        : Promise.resolve();
    await record(event('a'), event('b'));
    expect(written).toEqual(['FailedScheduling b']);
    expect(counted.toSorted()).toEqual(['failed', 'written']);
  });

  it('are not written in mode observe, or for a removed cluster', async () => {
    found = { ...cluster, mode: 'observe' };
    recorder.record('clu_1', [event('a')]);
    found = null;
    recorder.record('clu_2', [event('a')]);
    await recorder.stop();
    expect(written).toEqual([]);
  });

  it('are not recorded after the recorder is stopped', async () => {
    await recorder.stop();
    recorder.record('clu_1', [event('a')]);
    expect(written).toEqual([]);
    expect(counted).toEqual([]);
  });
});
