import { describe, expect, it } from 'vitest';
import { decisionEventKinds } from '../decision/decision.js';
import { findingCodes } from '../finding/finding.js';
import { notificationEventKinds, notificationKinds } from './event-kinds.js';
import { kindOfAuditEntry, kindOfDecisionEvent, severityOfFinding } from './event-sources.js';

const done = (action: string) => kindOfAuditEntry({ action, outcome: 'Done' });

describe('kinds of notification events', () => {
  it('have each known entry of a decision’s history mapped on purpose', () => {
    const byDefault = decisionEventKinds.filter(
      (kind) => kindOfDecisionEvent(kind) === 'decision.updated',
    );
    expect(byDefault).toEqual([]);
  });

  it.each([
    ['ReminderSent', 'decision.approval-reminded'],
    ['Escalated', 'decision.approval-reminded'],
    ['Reviewed', 'decision.reviewed'],
    ['BreakGlass', 'decision.break-glass'],
    ['SomethingOfTomorrow', 'decision.updated'],
    ['StepDone', null],
  ])('map the entry %s to %s', (name, kind) => {
    expect(kindOfDecisionEvent(name)).toBe(kind);
  });

  it.each([
    ['cluster.remove', 'cluster.removed'],
    ['cluster.update', 'cluster.changed'],
    ['definition.create', 'definition.changed'],
    ['approval-policy.update', 'policy.changed'],
    ['pause.set', 'brake.changed'],
    ['spend-limit.exceeded', 'brake.changed'],
    ['role-binding.create', 'access.changed'],
    ['something.new', 'audit.recorded'],
    ['decision.approve', null],
    ['decision.break-glass', null],
    ['decision.exclude-nodes', null],
    ['decision.withdraw-approval', null],
    ['session.sign-in', null],
  ])('map the action %s to %s', (action, kind) => {
    expect(done(action)).toBe(kind);
  });

  it('report every refused attempt', () => {
    expect(kindOfAuditEntry({ action: 'session.sign-in', outcome: 'Refused' })).toBe(
      'access.refused',
    );
  });

  it('have a severity for each finding, and a sentence for each kind', () => {
    expect(findingCodes.map(severityOfFinding)).toContain('Critical');
    const texts = notificationEventKinds.map((kind) => notificationKinds[kind].meaning);
    expect(texts.every((text) => text.endsWith('.'))).toBe(true);
  });
});
