import { describe, expect, it } from 'vitest';
import { formatApprovalPolicy } from './format-approval-policy.js';
import { readApprovalPolicy } from './read-approval-policy.js';

const manifest = (rules: string) =>
  `apiVersion: kerf.dev/v1\nkind: ApprovalPolicy\nspec:\n  rules:\n${rules}`;

const full = manifest(`    - name: nights
      match:
        clusters: ["prod-*"]
        savingPerHour: {min: "0.25"}
        schedule: {timeZone: Europe/Berlin, weekdays: [Sat, Sun]}
      action: ask
      approvals: 2
      from: {roles: [approver], teams: [shop]}
      expiresAfter: 24h
      remindAfter: 4h
      escalate: {after: 8h, to: {roles: [admin]}}
    - name: this week
      match: {kinds: [Empty]}
      action: auto
      until: "2026-12-01T00:00:00Z"
    - name: rest
      action: deny
`);

describe('the manifest of an approval policy', () => {
  it('is read, and its formatted rules read as the same ones', () => {
    const read = readApprovalPolicy(full, 'ada');
    expect(read).toMatchObject({
      ok: true,
      value: [
        {
          name: 'nights',
          match: {
            savingMicroUsdPerHour: { min: 250_000 },
            schedule: { weekdays: ['Sat', 'Sun'], fromHour: 0, untilHour: 24 },
          },
          action: { kind: 'Ask', approvals: 2, remindAfterMs: 4 * 3_600_000 },
        },
        { action: { kind: 'Auto' }, standing: { until: Date.UTC(2026, 11, 1), owner: 'ada' } },
        { match: {}, action: { kind: 'Deny' } },
      ],
    });
    if (!read.ok) return;
    expect(readApprovalPolicy(formatApprovalPolicy(read.value), 'other')).toEqual(read);
  });

  it.each([
    ['', 'manifest'],
    ['kind: NodePool', 'apiVersion'],
    [manifest('    - {name: a, action: maybe}'), 'rules.0.action'],
    [manifest('    - {name: a, action: auto, match: {clutser: [x]}}'), 'rules.0.match.clutser'],
    [manifest('    - {name: a, action: ask, expiresAfter: soon}'), 'rules.0.expiresAfter'],
    [manifest('    - {name: a, action: deny, until: "2026-12-01T00:00:00Z"}'), 'rules.0.until'],
    [
      manifest('    - {name: a, action: auto, match: {kinds: [Interrupt]}}'),
      'rules.0.match.kinds.0',
    ],
    [`${manifest('    - {name: a, action: auto}')}\n---\nkind: ApprovalPolicy`, 'manifest'],
  ])('%j is refused with the path of the problem', (text, path) => {
    const read = readApprovalPolicy(text, 'ada');
    expect(read.ok ? [] : read.error.map((problem) => problem.path)).toContain(path);
  });
});
