import { storedFleet, storeFleet } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiUnderTest, at } from '../../../../apps/api/src/testing/api-under-test.js';
import { runLine } from '../testing/run-line.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  await storeFleet(api.api.parts.ports.store);
});
afterAll(() => api.close());

const kerf = (line: string) => runLine(line, { url: api.url, headers: api.writer });

describe('kerf search', () => {
  it('finds objects of any kind by name or ID, with the pages that show them', async () => {
    const { code, out } = await kerf('search web-bound');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^KIND +NAME +WHERE +PAGE\nPOD +web-bound +shop in prod-eu-1 +\/clusters\//,
    );
    expect((await kerf(`search ${storedFleet.node} -o name --limit 1`)).out).toBe(
      `node/${storedFleet.node}\n`,
    );
    expect((await kerf('search web-bound -o name')).out).toBe('pod/shop/web-bound\n');
  });

  it('says that nothing was found, where it does not disturb a pipe', async () => {
    const none = { code: 0, out: '', err: 'No results for no-such.\n' };
    expect(await kerf('search no-such')).toEqual(none);
    expect(at(JSON.parse((await kerf('search no-such -o json')).out), 'items')).toEqual([]);
  });

  it('names the option that is out of range', async () => {
    const { code, err } = await kerf('search web --limit 51');
    expect(code).not.toBe(0);
    expect(err).toContain('limit');
  });
});
