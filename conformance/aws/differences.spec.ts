import { readdirSync, readFileSync } from 'node:fs';
import { compareText } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { motoDifferences } from './differences.js';

const folder = new URL('.', import.meta.url);
const page = readFileSync(new URL('../differences.md', folder), 'utf8');

/** The specs of each listed difference, e.g. `aws/sqs.spec.ts`. */
const listed: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...page.matchAll(/^\| `([\w-]+)` \|.*\| (`aws\/.*) \|$/gm)].map(([, id = '', specs = '']) => [
    id,
    [...specs.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path).toSorted(compareText),
  ]),
);

/** The specs that use each difference. */
const used: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.keys(motoDifferences).map((id) => [
    id,
    readdirSync(folder)
      .filter((name) => name.endsWith('.spec.ts'))
      .filter((name) => readFileSync(new URL(name, folder), 'utf8').includes(`('${id}'`))
      .map((name) => `aws/${name}`)
      .toSorted(compareText),
  ]),
);

describe('the differences of moto', () => {
  it('are listed with the specs that show them', () => {
    expect(listed).toEqual(used);
    expect(Object.values(used).filter((specs) => specs.length === 0)).toEqual([]);
  });
});
