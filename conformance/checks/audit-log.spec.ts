import { describe, expect, it } from 'vitest';
import { type AuditEvent, checkAuditLog, readAuditLog } from './audit-log.ts';

const start = Date.parse('2026-11-23T10:00:00Z');

function event(verb: string, more: Partial<AuditEvent> & { second?: number } = {}): AuditEvent {
  const { second = 0, ...fields } = more;
  return {
    stage: 'ResponseComplete',
    verb,
    requestURI: '/api/v1/nodes',
    requestReceivedTimestamp: new Date(start + second * 1000).toISOString(),
    user: { username: 'kerf', groups: ['kerf:observe'] },
    objectRef: { resource: 'nodes', subresource: '', apiGroup: '', namespace: '', name: '' },
    responseStatus: { code: 200 },
    ...fields,
  };
}

const refused = (code: number) => ({ responseStatus: { code } });

function failed(
  events: readonly AuditEvent[],
  outages: readonly { from: number; to: number }[] = [],
): readonly string[] {
  return checkAuditLog(events, outages).flatMap(({ name, isPassed }) => (isPassed ? [] : [name]));
}

const fine = [event('list'), ...Array.from({ length: 98 }, () => event('patch'))];

describe('checkAuditLog', () => {
  it('passes a log with two conflicts in a hundred writes', () => {
    expect(failed([...fine, event('patch', refused(409)), event('update', refused(409))])).toEqual(
      [],
    );
  });

  it.each([409, 422])('fails a log with three conflicts (%i) in a hundred writes', (code) => {
    const conflicts = Array.from({ length: 3 }, () => event('patch', refused(code)));
    expect(failed([...fine, ...conflicts])).toEqual(['At most 2 % of the writes are conflicts']);
  });

  it('fails a log with a request that RBAC refused, unless permissions were removed', () => {
    const log = [...fine, event('get', { ...refused(403), second: 5 })];
    expect(failed(log)).toEqual(['No request exceeds deploy/rbac']);
    expect(failed(log, [{ from: start + 4_000, to: start + 5_000 }])).toEqual([]);
  });

  it('fails a log with a list that is repeated within a minute', () => {
    expect(failed([...fine, event('list', { second: 20 })])).toEqual([
      'No list is repeated within a minute without cause',
    ]);
    expect(failed([...fine, event('list', { second: 60 })])).toEqual([]);
  });

  it('counts the pages of a list once', () => {
    const next = event('list', { second: 1, requestURI: '/api/v1/nodes?continue=abc&limit=500' });
    expect(failed([...fine, next])).toEqual([]);
  });

  it('fails an empty log, which proves nothing', () => {
    expect(failed([])).toHaveLength(3);
  });
});

describe('readAuditLog', () => {
  it('returns completed requests of the product', () => {
    const lines = [
      event('list'),
      event('watch', { stage: 'ResponseStarted' }),
      event('list', { user: { username: 'karpenter', groups: [] } }),
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    expect(readAuditLog(`${text}\n`)).toEqual([event('list')]);
  });
});
