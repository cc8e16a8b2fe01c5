import type { UncheckedCall } from '@kerf/client';
import { describe, expect, it } from 'vitest';
import { applyObjects } from './change-objects.js';
import { readDocuments } from './documents.js';

/** A server with these lists and this version of each object; it records the calls. */
function serve(lists: Readonly<Record<string, readonly object[]>>, now = { version: 3 }) {
  const calls: string[] = [];
  const call: UncheckedCall = async (method, path, { body } = {}) => {
    calls.push(`${method} ${path}`);
    if (method !== 'GET') return { data: body, etag: null };
    const items = lists[path];
    return { data: items === undefined ? now : { items }, etag: '"3-a"' };
  };
  return { call, calls, io: { env: {}, newKey: () => 'key' }, dryRun: false };
}

const manifests = (...all: readonly object[]) =>
  readDocuments(all.map((one) => JSON.stringify(one)).join('\n---\n')).wanted;
const team = (name: string, members: readonly object[] = []) => ({
  apiVersion: 'kerf.dev/v1',
  kind: 'Team',
  metadata: { name },
  spec: { members },
});
const storedTeam = (name: string, members: readonly object[] = []) => ({
  id: `id-${name}`,
  name,
  owns: [],
  members,
  version: 3,
});

describe('applying manifests', () => {
  it('replaces a member of a team who is gone', async () => {
    const gone = [{ kind: 'USER', id: 'usr_gone', name: 'usr_gone' }];
    const server = serve({ '/api/v1/teams': [storedTeam('web', gone)] });
    const outcomes = await applyObjects(server, manifests(team('web')));
    expect(outcomes).toMatchObject([{ object: 'team/web', outcome: 'UPDATED' }]);
    expect(server.calls).toContain('PUT /api/v1/teams/id-web');
  });

  it('reads each list once while nothing changes', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `team-${index}`);
    const server = serve({ '/api/v1/teams': names.map((name) => storedTeam(name)) });
    const wanted = manifests(...names.map((name) => team(name)));
    const outcomes = await applyObjects(server, wanted);
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['UNCHANGED']));
    expect(server.calls).toEqual(['GET /api/v1/teams']);
  });

  it('refuses a name that several objects have', async () => {
    const server = serve({ '/api/v1/teams': [storedTeam('web'), storedTeam('web')] });
    const [outcome] = await applyObjects(server, manifests(team('web')));
    expect(outcome).toMatchObject({ outcome: 'REFUSED', exitCode: 6 });
    expect(outcome?.problem).toContain('2 objects of kind Team are named web.');
  });

  it('does not overwrite a change that was made after the comparison', async () => {
    const server = serve({ '/api/v1/teams': [storedTeam('web')] }, { version: 4 });
    const members = [{ kind: 'GROUP', name: 'web-engineers' }];
    const [outcome] = await applyObjects(server, manifests(team('web', members)));
    expect(outcome).toMatchObject({ outcome: 'REFUSED', exitCode: 5 });
    expect(server.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  it('writes nothing in a dry run', async () => {
    const server = { ...serve({ '/api/v1/teams': [] }), dryRun: true };
    const outcomes = await applyObjects(server, manifests(team('web')));
    expect(outcomes).toMatchObject([{ outcome: 'CREATED' }]);
    expect(server.calls.every((call) => call.startsWith('GET '))).toBe(true);
  });
});
