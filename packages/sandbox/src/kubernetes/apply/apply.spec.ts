import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.js';
import type { Draft, ManagedFieldsEntry } from '../resources/kube-object.js';
import { builtinSchema } from '../schema/builtin-schemas.js';
import { type ApplyResult, applyConfiguration } from './apply-configuration.js';
import {
  difference,
  type FieldSet,
  formatPath,
  intersection,
  isEmptySet,
  membersOf,
  union,
} from './field-set.js';
import { type Manager, trackUpdate } from './managed-fields.js';

const paths = (set: FieldSet): readonly string[] =>
  membersOf(set)
    .map((path) => path.join('/'))
    .toSorted();

/** Sets of a few possible paths. */
const sets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(fc.constantFrom('f:a', 'f:b', 'k:{"n":"x"}'), { minLength: 1, maxLength: 3 }), {
    maxLength: 6,
  })
  .map((members) => members.reduce<FieldSet>((set, path) => union(set, single(path)), {}));

function single(path: readonly string[]): FieldSet {
  const [element = '', ...rest] = path;
  return { [element]: rest.length === 0 ? {} : single(rest) };
}

describe('field sets', () => {
  it('behave as sets of paths', () => {
    fc.assert(
      fc.property(sets, sets, (left, right) => {
        const [a, b] = [paths(left), paths(right)];
        expect(new Set(paths(union(left, right)))).toEqual(new Set([...a, ...b]));
        expect(new Set(paths(intersection(left, right)))).toEqual(
          new Set(a.filter((path) => b.includes(path))),
        );
        expect(new Set(paths(difference(left, right)))).toEqual(
          new Set(a.filter((path) => !b.includes(path))),
        );
        expect(isEmptySet(difference(left, left))).toBe(true);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('format paths as in conflicts', () => {
    expect(formatPath(['f:spec', 'f:containers', 'k:{"name":"c"}', 'f:image'])).toBe(
      '.spec.containers[name="c"].image',
    );
    expect(formatPath(['f:metadata', 'f:finalizers', 'v:"x"'])).toBe('.metadata.finalizers[="x"]');
  });
});

const schema = builtinSchema('apps.v1.Deployment');

function aDeployment(spec: JsonObject, metadata: JsonObject = {}): Draft {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', ...metadata }, spec };
}

interface ApplyOptions {
  readonly force?: boolean;
  readonly time?: string;
}

function apply(
  live: Draft,
  config: Draft,
  manager: string,
  options: ApplyOptions = {},
): ApplyResult {
  return applyConfiguration({
    live,
    config,
    schema,
    manager: { name: manager, operation: 'Apply', apiVersion: 'apps/v1', subresource: undefined },
    force: options.force ?? false,
    time: options.time ?? '2026-11-21T10:00:00Z',
    ignored: (set) => set,
  });
}

function applied(result: ApplyResult): Draft {
  if (result.kind !== 'Applied') throw new TypeError('conflicts');
  return result.object;
}

function conflictsOf(result: ApplyResult): readonly string[] {
  return result.kind === 'Conflicts'
    ? result.conflicts.map(({ entry, path }) => `${entry.manager} ${formatPath(path)}`)
    : [];
}

const empty = aDeployment({});
const entryOf = (object: Draft, manager: string): ManagedFieldsEntry | undefined =>
  object.metadata.managedFields?.find((entry) => entry.manager === manager);
const containers = (...items: readonly JsonObject[]): JsonObject => ({
  template: { spec: { containers: [...items] } },
});

describe('server-side apply', () => {
  it('records the fields that a manager applied, list items by their keys', () => {
    const object = applied(
      apply(
        empty,
        aDeployment(
          { replicas: 2, ...containers({ name: 'c', image: 'x', ports: [{ containerPort: 80 }] }) },
          { labels: { a: '1' } },
        ),
        'm1',
      ),
    );
    expect(entryOf(object, 'm1')?.fieldsV1).toEqual({
      'f:metadata': { 'f:labels': { 'f:a': {} } },
      'f:spec': {
        'f:replicas': {},
        'f:template': {
          'f:spec': {
            'f:containers': {
              'k:{"name":"c"}': {
                '.': {},
                'f:name': {},
                'f:image': {},
                'f:ports': {
                  'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
                },
              },
            },
          },
        },
      },
    });
  });

  it('refuses to change what another manager owns, unless forced', () => {
    const first = applied(apply(empty, aDeployment({ replicas: 2, paused: true }), 'm1'));
    const change = aDeployment({ replicas: 3, paused: true });
    expect(conflictsOf(apply(first, change, 'm2'))).toEqual(['m1 .spec.replicas']);
    const forced = applied(apply(first, change, 'm2', { force: true }));
    expect(forced['spec']).toEqual({ replicas: 3, paused: true });
    expect(entryOf(forced, 'm1')?.fieldsV1).toEqual({ 'f:spec': { 'f:paused': {} } });
    expect(entryOf(forced, 'm2')?.fieldsV1).toEqual({
      'f:spec': { 'f:paused': {}, 'f:replicas': {} },
    });
  });

  it('removes what its manager no longer applies', () => {
    const first = applied(
      apply(
        empty,
        aDeployment(
          { replicas: 2, ...containers({ name: 'a', image: '1' }, { name: 'b', image: '1' }) },
          { labels: { a: '1' } },
        ),
        'm1',
      ),
    );
    const second = applied(apply(first, aDeployment(containers({ name: 'b', image: '1' })), 'm1'));
    expect(second['spec']).toEqual(containers({ name: 'b', image: '1' }));
    expect(second.metadata.labels).toBeUndefined();
  });

  it('keeps what another manager applies too', () => {
    const config = aDeployment({ replicas: 2, paused: true });
    const both = applied(apply(applied(apply(empty, config, 'm1')), config, 'm2'));
    const after = applied(apply(both, aDeployment({ paused: true }), 'm1'));
    expect(after['spec']).toEqual({ replicas: 2, paused: true });
  });

  it('keeps fields that nobody applied', () => {
    const first = applied(apply(empty, aDeployment({ paused: true }), 'm1'));
    const live = aDeployment(
      { paused: true, minReadySeconds: 5 },
      { managedFields: first.metadata.managedFields ?? [] },
    );
    expect(applied(apply(live, aDeployment({ replicas: 1 }), 'm1'))['spec']).toEqual({
      minReadySeconds: 5,
      replicas: 1,
    });
  });

  it('changes nothing when applied again, not even a time', () => {
    const config = aDeployment({ replicas: 2, ...containers({ name: 'c', image: 'x' }) });
    const once = applied(apply(empty, config, 'm1'));
    expect(applied(apply(once, config, 'm1', { time: '2027-01-01T00:00:00Z' }))).toBe(once);
  });

  const specs = fc.record(
    {
      replicas: fc.integer({ min: 0, max: 3 }),
      paused: fc.boolean(),
      selector: fc.record({
        matchLabels: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')),
      }),
      template: fc
        .uniqueArray(
          fc.record({ name: fc.constantFrom('a', 'b', 'c'), image: fc.constantFrom('1', '2') }),
          { selector: ({ name }) => name },
        )
        .map((items) => ({ spec: { containers: items } })),
    },
    { requiredKeys: [] },
  );

  it('always results in the applied fields, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), specs), { maxLength: 6 }),
        (steps) => {
          let live: Draft = empty;
          for (const [manager, spec] of steps) {
            const config = aDeployment(spec);
            live = applied(apply(live, config, manager, { force: true }));
            const again = apply(live, config, manager);
            expect(conflictsOf(again)).toEqual([]);
            expect(applied(again)).toBe(live);
            expect(live['spec']).toMatchObject(withoutEmpty(spec));
          }
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });
});

/** A list that is applied as empty may contain items of other managers. */
function withoutEmpty(spec: JsonObject): JsonObject {
  const { template, ...rest } = spec;
  return rest;
}

describe('updates', () => {
  const time = '2026-11-21T10:00:00Z';
  const update: Manager = {
    name: 'kubectl-edit',
    operation: 'Update',
    apiVersion: 'apps/v1',
    subresource: undefined,
  };

  it('own the fields that they change', () => {
    const live = applied(apply(empty, aDeployment({ replicas: 2, paused: true }), 'm1'));
    const next = { ...live, spec: { replicas: 5, paused: true } };
    const tracked = trackUpdate(live, next, schema, { manager: update, time });
    expect(entryOf(tracked, 'm1')?.fieldsV1).toEqual({ 'f:spec': { 'f:paused': {} } });
    expect(entryOf(tracked, 'kubectl-edit')?.fieldsV1).toEqual({ 'f:spec': { 'f:replicas': {} } });
    expect(conflictsOf(apply(tracked, aDeployment({ replicas: 2, paused: true }), 'm1'))).toEqual([
      'kubectl-edit .spec.replicas',
    ]);
  });

  it('release the fields that they remove', () => {
    const live = applied(apply(empty, aDeployment({ replicas: 2 }), 'm1'));
    const tracked = trackUpdate(live, { ...live, spec: {} }, schema, { manager: update, time });
    expect(tracked.metadata.managedFields).toEqual([]);
  });

  it('own the maps and lists that they add, with their contents', () => {
    const next = aDeployment({}, { labels: { a: '1' } });
    const tracked = trackUpdate({ metadata: {}, spec: {} }, next, schema, {
      manager: update,
      time,
    });
    expect(entryOf(tracked, 'kubectl-edit')?.fieldsV1).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
    });
  });
});
