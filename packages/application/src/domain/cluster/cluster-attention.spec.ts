import { describe, expect, it } from 'vitest';
import type { IncidentKind } from '../incident/incident.js';
import { type AttentionFacts, attentionOf, type RecentEvents } from './cluster-attention.js';

const now = 10_000_000;
const none = { count: 0, lastAt: null, detail: null };
const events = (count: number): RecentEvents => ({ count, lastAt: now - 5_000 });
const facts = (fields: Partial<AttentionFacts> = {}): AttentionFacts => ({
  connection: { state: 'Connected', problem: null, syncedAt: now - 20_000, changedAt: 1_000 },
  launchFailures: none,
  interruptions: none,
  podsLost: none,
  failedDecisions: none,
  brakes: none,
  pauses: none,
  spendLimits: none,
  spendForecasts: none,
  alerts: none,
  incidents: [],
  findings: none,
  approvals: { count: 0, oldestAt: null },
  pendingPods: { count: 0, oldestAt: null },
  ...fields,
});
const connection = (fields: Partial<AttentionFacts['connection']>) =>
  facts({ connection: { ...facts().connection, ...fields } });
const kindsOf = (given: AttentionFacts) => attentionOf(given, now).map(({ kind }) => kind);

describe('the attention that a cluster needs', () => {
  it('is none when it is connected, up to date and nothing failed', () => {
    expect(attentionOf(facts(), now)).toEqual([]);
    for (const state of ['Checking', 'Connecting'] as const) {
      expect(kindsOf(connection({ state, syncedAt: null }))).toEqual([]);
    }
  });

  it('names the problem of the connection, and its time', () => {
    const problem = 'the API server does not answer';
    expect(attentionOf(connection({ state: 'Unreachable', problem }), now)).toEqual([
      { kind: 'Unreachable', severity: 'Broken', count: 0, since: 1_000, detail: problem },
    ]);
    expect(kindsOf(connection({ state: 'Rejected' }))).toEqual(['CheckFailed']);
  });

  it('includes data that is too old though the cluster counts as connected', () => {
    expect(attentionOf(connection({ syncedAt: now - 60_001 }), now)).toMatchObject([
      { kind: 'StaleData', severity: 'Broken', since: now - 60_001 },
    ]);
    expect(kindsOf(connection({ syncedAt: now - 60_000 }))).toEqual([]);
    // One that is not reached at all is not called stale as well.
    expect(kindsOf(connection({ state: 'Unreachable', syncedAt: 0 }))).toEqual(['Unreachable']);
  });

  it('counts launches that failed, with the time of the last', () => {
    expect(attentionOf(facts({ launchFailures: events(5) }), now)).toEqual([
      { kind: 'LaunchFailures', severity: 'Broken', count: 5, since: now - 5_000, detail: null },
    ]);
  });

  it('takes few interruptions as everyday life, and many as a storm', () => {
    expect(kindsOf(facts({ interruptions: events(4) }))).toEqual([]);
    expect(kindsOf(facts({ interruptions: events(5) }))).toEqual(['InterruptionStorm']);
    expect(kindsOf(facts({ interruptions: events(1), podsLost: events(1) }))).toEqual(['PodsLost']);
  });

  it('names each brake, with the newest sentence about it', () => {
    const detail = 'By ana: bad AMI';
    const one = { ...events(1), detail };
    expect(attentionOf(facts({ pauses: one }), now)).toEqual([
      { kind: 'Paused', severity: 'Degraded', count: 1, since: now - 5_000, detail },
    ]);
    expect(
      kindsOf(facts({ brakes: one, spendLimits: one, spendForecasts: one, alerts: one })),
    ).toEqual([
      'BrakeEngaged',
      'SpendLimitReached',
      'SpendForecastExceeded',
      'AlertThresholdExceeded',
    ]);
  });

  it('includes open incidents, with the cause of the worst', () => {
    const jump = { kind: 'SpendJump', cause: 'The nodes cost $4.', startedAt: 1_000 } as const;
    const launches = { kind: 'LaunchFailures', cause: 'No AMI.', startedAt: 2_000 } as const;
    expect(attentionOf(facts({ incidents: [jump] }), now)).toEqual([
      { kind: 'Incidents', severity: 'Degraded', count: 1, since: 1_000, detail: jump.cause },
    ]);
    expect(attentionOf(facts({ incidents: [jump, launches] }), now)).toEqual([
      { kind: 'Incidents', severity: 'Broken', count: 2, since: 1_000, detail: launches.cause },
    ]);
  });

  it('does not repeat what another kind says about the same problem', () => {
    const incident = (kind: IncidentKind) => ({ kind, cause: 'x', startedAt: 1_000 });
    const failing = facts({
      launchFailures: events(3),
      incidents: [incident('LaunchFailures'), incident('RegistrationFailures')],
    });
    expect(kindsOf(failing)).toEqual(['LaunchFailures']);
    const storm = facts({ interruptions: events(9), incidents: [incident('InterruptionStorm')] });
    expect(kindsOf(storm)).toEqual(['InterruptionStorm']);
    const calm = facts({ interruptions: events(4), incidents: [incident('InterruptionStorm')] });
    expect(kindsOf(calm)).toEqual(['Incidents']);
    const stale = { ...connection({ syncedAt: 0 }), incidents: [incident('StaleCluster')] };
    expect(kindsOf(stale)).toEqual(['StaleData']);
  });

  it('puts the most urgent first, whatever else there is', () => {
    const all = facts({
      connection: { state: 'Connected', problem: null, syncedAt: 0, changedAt: 0 },
      launchFailures: events(1),
      interruptions: events(9),
      podsLost: events(1),
      failedDecisions: events(2),
      brakes: { ...events(1), detail: null },
      pauses: { ...events(1), detail: null },
      spendLimits: { ...events(1), detail: null },
      spendForecasts: { ...events(1), detail: null },
      alerts: { ...events(1), detail: null },
      incidents: [{ kind: 'SpendJump', cause: 'x', startedAt: 1 }],
      findings: events(3),
      approvals: { count: 2, oldestAt: 1_000 },
      pendingPods: { count: 7, oldestAt: 2_000 },
    });
    expect(kindsOf(all)).toEqual([
      'StaleData',
      'LaunchFailures',
      'PodsLost',
      'Incidents',
      'BrakeEngaged',
      'InterruptionStorm',
      'Paused',
      'FailedDecisions',
      'SpendLimitReached',
      'SpendForecastExceeded',
      'AlertThresholdExceeded',
      'Findings',
      'ApprovalsWaiting',
      'PendingPods',
    ]);
  });

  it('says what waits without a problem, and since when the oldest does', () => {
    const approvals = { count: 2, oldestAt: now - 60_000 };
    const pendingPods = { count: 7, oldestAt: now - 41_000 };
    expect(attentionOf(facts({ approvals, pendingPods }), now)).toEqual([
      {
        kind: 'ApprovalsWaiting',
        severity: 'Waiting',
        count: 2,
        since: approvals.oldestAt,
        detail: null,
      },
      {
        kind: 'PendingPods',
        severity: 'Waiting',
        count: 7,
        since: pendingPods.oldestAt,
        detail: null,
      },
    ]);
  });
});
