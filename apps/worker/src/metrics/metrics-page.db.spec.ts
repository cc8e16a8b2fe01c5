import { readFileSync } from 'node:fs';
import type { MetricDefinition } from '@kerf/system';
import { beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.js';
import { composeWorker } from '../process/compose-worker.js';
import { WorkerProcess } from '../process/worker-process.js';
import { karpenterMetrics } from '../testing/karpenter-metrics.js';
import { openTestDatabase } from '../testing/test-database.js';

const readDocument = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
const page = readDocument('metrics.md');
const compatibility = readDocument('compatibility.md');
const prefix = 'karpenter_';

/** Returns the cells of the rows of a section's table. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** Returns the names in backticks. */
const namesIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const documented = rowsOf('Metrics of the worker').map(
  ([name = '', type = '', labels, , missing]) => ({
    name: namesIn(name)[0] ?? '',
    type,
    labels: namesIn(labels),
    missing: namesIn(missing),
  }),
);
const absent = rowsOf("Karpenter's metrics that are not there").map(([name = '', why = '']) => ({
  name: namesIn(name)[0] ?? '',
  why,
}));

let registered: readonly MetricDefinition[];

beforeAll(async () => {
  const database = await openTestDatabase();
  const parts = await composeWorker(
    readEnv({ DATABASE_URL: database.url, KERF_LOG_LEVEL: 'silent' }),
  );
  const worker = new WorkerProcess(parts);
  registered = parts.metrics.definitions;
  await worker.stop();
  await database.close();
});

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

describe('docs/metrics.md', () => {
  it('has exactly the metrics of a worker, in order, with their types and labels', () => {
    const known = registered.map(({ name, type, labels }) => ({ name, type, labels: [...labels] }));
    expect(documented.map(({ name, type, labels }) => ({ name, type, labels }))).toEqual(
      known.toSorted(byName),
    );
  });

  it('lists each metric of Karpenter as present, or with the reason for its absence', () => {
    const there = documented.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    const names = [...there, ...absent.map(({ name }) => name)];
    const all = [...karpenterMetrics.keys()].map((name) => prefix + name);
    expect(names.toSorted()).toEqual(all.toSorted());
    expect(absent.filter(({ why }) => why === '')).toEqual([]);
  });

  it('has as many of them as docs/compatibility.md says', () => {
    const there = documented.filter(({ name }) => name.startsWith(prefix)).length;
    expect(compatibility).toContain(`${there} of Karpenter's ${karpenterMetrics.size} metrics`);
  });

  it("names the labels of Karpenter's metrics that are missing", () => {
    const wrong = documented.filter(({ name, labels, missing }) => {
      const wanted = karpenterMetrics.get(name.slice(prefix.length)) ?? [];
      const lacking = wanted.filter((label) => !labels.includes(label));
      return lacking.toSorted().join() !== missing.toSorted().join();
    });
    expect(wrong).toEqual([]);
  });
});
