import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { notificationEventKinds, notificationKinds } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from './sign-webhook.js';

const page = new URL('../../../../docs/notifications.md', import.meta.url);
let text: string;
let folder: string;
let isFromKerf: (header: string, body: string, secret: string, nowSeconds: number) => boolean;

beforeAll(async () => {
  text = await readFile(page, 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'kerf-docs-'));
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(text) ?? [];
  const file = join(folder, 'example.mjs');
  await writeFile(file, example);
  ({ isFromKerf } = await import(/* @vite-ignore */ pathToFileURL(file).href));
});
afterAll(() => rm(folder, { recursive: true }));

describe('docs/notifications.md', () => {
  it('lists each kind of event with its severity and meaning', () => {
    const rows = text.split('\n').filter((line) => /^\| `[a-z-]+\.[a-z-]+` \|/.test(line));
    expect(rows).toEqual(
      notificationEventKinds.map((kind) => {
        const { severity, meaning } = notificationKinds[kind];
        return `| \`${kind}\` | ${severity.toLowerCase()} | ${meaning} |`;
      }),
    );
  });

  it('has an example in Node that accepts what Kerf signs, and nothing else', () => {
    const body = '{"text":"ü"}';
    const header = signWebhook(body, ['new', 'old'], 1_000_000_000_000);
    const now = 1_000_000_000;
    expect(isFromKerf(header, body, 'new', now)).toBe(true);
    expect(isFromKerf(header, body, 'old', now + 299)).toBe(true);
    expect(isFromKerf(header, body, 'other', now)).toBe(false);
    expect(isFromKerf(header, `${body} `, 'new', now)).toBe(false);
    expect(isFromKerf(header, body, 'new', now + 301)).toBe(false);
    expect(isFromKerf(header.replace('t=1000000000', 't=1000000001'), body, 'new', now)).toBe(
      false,
    );
    expect(isFromKerf('v1=00', body, 'new', now)).toBe(false);
  });
});
