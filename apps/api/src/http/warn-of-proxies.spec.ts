import express from 'express';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.js';
import { warnOfProxies } from './warn-of-proxies.js';

/** Sends two requests through a proxy, and one without. */
async function warningsWith(proxies: string) {
  const warnings: unknown[] = [];
  const shown = new Set<string>();
  const env = readEnv({ DATABASE_URL: 'postgresql://u:p@h/d', KERF_TRUSTED_PROXIES: proxies });
  const app = express();
  app.use(warnOfProxies(env, { warn: (...line: unknown[]) => void warnings.push(line) }, shown));
  app.get('/', (_request, response) => void response.end());
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  for (const headers of [{}, { 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '::1' }]) {
    await fetch(`http://127.0.0.1:${port}/`, { headers });
  }
  server.close();
  return { warnings, shown: [...shown] };
}

describe('a proxy in front of the API', () => {
  it('that the settings do not name is warned of once, with the setting', async () => {
    const { warnings, shown } = await warningsWith('0');
    expect(shown).toEqual([expect.stringContaining('KERF_TRUSTED_PROXIES')]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toEqual([
      { address: '127.0.0.1' },
      expect.stringContaining('KERF_TRUSTED_PROXIES'),
    ]);
  });

  it('that the settings name is no reason for a warning', async () => {
    expect(await warningsWith('1')).toEqual({ warnings: [], shown: [] });
  });
});
