import { aPod, type PodBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelSelectorExpression } from '../model/labels.js';
import { areApart, maxOfGroup } from './node-exclusions.js';

const hostname = 'kubernetes.io/hostname';
const app = { app: 'web' };
const web = aPod().labelled(app);
const db = aPod('db').labelled({ app: 'db' });

const apart = (one: PodBuilder, other: PodBuilder, capacity = 1): boolean =>
  areApart([one.spec(), other.spec()], capacity);

describe('how many pods of a kind a node can have at most', () => {
  it.each<[string, PodBuilder, number]>([
    ['as many as fit, when nothing is said', web, Infinity],
    ['one that keeps away from its like', web.awayFrom(app, hostname), 1],
    ['as many as fit, when they keep apart in zones', web.awayFrom(app, 'zone'), Infinity],
    ['one on a port of the host', web.onHostPort(80), 1],
    ['so many as a spread over hosts may be uneven', web.spreadOver(hostname, { maxSkew: 3 }), 3],
    [
      'the least of several spreads',
      web.spreadOver(hostname, { maxSkew: 3 }).spreadOver(hostname, { maxSkew: 2 }),
      2,
    ],
    ['as many as fit, when the spread is over zones', web.spreadOver('zone'), Infinity],
    [
      'as many as fit, when the spread is a wish',
      web.spreadOver(hostname, { whenUnsatisfiable: 'ScheduleAnyway' }),
      Infinity,
    ],
    [
      'as many as fit, when the spread counts others',
      web.spreadOver(hostname, {
        labelSelector: { matchLabels: { app: 'x' }, matchExpressions: [] },
      }),
      Infinity,
    ],
    [
      'as many as fit, when the spread counts nobody',
      web.spreadOver(hostname, { labelSelector: null }),
      Infinity,
    ],
  ])('%s', (_, pod, most) => {
    expect(maxOfGroup(pod.spec())).toBe(most);
  });
});

describe('what keeps pods of two kinds apart', () => {
  it('is nothing, when nothing is said', () => {
    expect(apart(web, db)).toBe(false);
  });

  it('is a rule of either, when each keeps away from its like as well', () => {
    const shy = { matchLabels: {}, matchExpressions: [] };
    const away = (pod: PodBuilder): PodBuilder =>
      pod.awayFrom({}, hostname, { labelSelector: shy });
    expect(apart(away(web), away(db))).toBe(true);
    expect(apart(away(web), db)).toBe(false);
    // Two of the second may still be together.
    expect(apart(web.awayFrom({ app: 'db' }, hostname), db)).toBe(false);
  });

  it('is a port that both take, on the same address or on any', () => {
    const on = (pod: PodBuilder, port: number, hostIp: string, protocol: 'TCP' | 'UDP' = 'TCP') =>
      pod.onHostPort(port, { hostIp, protocol });
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '10.0.0.1'))).toBe(true);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 80, '10.0.0.1'))).toBe(true);
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '0.0.0.0'))).toBe(true);
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '10.0.0.2'))).toBe(false);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 81, '0.0.0.0'))).toBe(false);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 80, '0.0.0.0', 'UDP'))).toBe(false);
  });

  it('is a spread that counts both, as far as it may be uneven', () => {
    const both = { matchLabels: {}, matchExpressions: [] };
    const spread = (pod: PodBuilder, maxSkew: number): PodBuilder =>
      pod.spreadOver(hostname, { maxSkew, labelSelector: both });
    expect(apart(spread(web, 2), spread(db, 2), 2)).toBe(true);
    expect(apart(spread(web, 2), spread(db, 3), 2)).toBe(false);
    expect(apart(spread(web, 2), db, 2)).toBe(false);
    expect(apart(spread(web, 2), spread(db.inNamespace('other'), 2), 2)).toBe(false);
  });

  it('is a spread by revision only within one', () => {
    const spread = (pod: PodBuilder): PodBuilder =>
      pod.spreadOver(hostname, {
        labelSelector: { matchLabels: app, matchExpressions: [] },
        matchLabelKeys: ['revision'],
      });
    const first = spread(web.labelled({ ...app, revision: '1' }));
    const second = spread(web.labelled({ ...app, revision: '2' }));
    expect(apart(first, first)).toBe(true);
    expect(apart(first, second)).toBe(false);
  });
});

describe('whom a term keeps away', () => {
  const away = (changes: Parameters<PodBuilder['awayFrom']>[2]): PodBuilder =>
    web.awayFrom(app, hostname, changes);

  it.each<[string, PodBuilder, boolean]>([
    ['its own namespace, when it names none', away({}), true],
    ['a namespace that it names', away({ namespaces: ['default'] }), true],
    ['not those of other namespaces', away({ namespaces: ['other'] }), false],
    [
      'nobody that is known, when it selects namespaces',
      away({ namespaceSelector: { matchLabels: {}, matchExpressions: [] } }),
      false,
    ],
    ['nobody, when it selects nobody', away({ labelSelector: null }), false],
    ['nobody that is known, when keys must differ', away({ mismatchLabelKeys: ['app'] }), false],
    ['those that agree in a key', away({ matchLabelKeys: ['app'] }), true],
    ['those of a key that the pod has not', away({ matchLabelKeys: ['revision'] }), true],
  ])('%s', (_, pod, isApart) => {
    expect(maxOfGroup(pod.spec()) === 1).toBe(isApart);
  });

  it('not those that differ in a key', () => {
    const term = {
      labelSelector: { matchLabels: {}, matchExpressions: [] },
      matchLabelKeys: ['app'],
    };
    const both = (pod: PodBuilder): PodBuilder => pod.awayFrom({}, hostname, term);
    expect(apart(both(web), both(db))).toBe(false);
    expect(apart(both(web), both(web))).toBe(true);
  });

  it.each<[LabelSelectorExpression['operator'], readonly string[], boolean]>([
    ['In', ['web', 'x'], true],
    ['In', ['x'], false],
    ['NotIn', ['x'], true],
    ['NotIn', ['web'], false],
    ['Exists', [], true],
    ['DoesNotExist', [], false],
  ])('%s %j', (operator, values, isApart) => {
    const matchExpressions = [{ key: 'app', operator, values }];
    const pod = away({ labelSelector: { matchLabels: {}, matchExpressions } });
    expect(maxOfGroup(pod.spec()) === 1).toBe(isApart);
  });

  it.each<[LabelSelectorExpression['operator'], boolean]>([
    ['In', false],
    ['NotIn', true],
    ['Exists', false],
    ['DoesNotExist', true],
  ])('%s, of a label that is not there', (operator, isApart) => {
    const matchExpressions = [{ key: 'tier', operator, values: ['x'] }];
    const pod = away({ labelSelector: { matchLabels: {}, matchExpressions } });
    expect(maxOfGroup(pod.spec()) === 1).toBe(isApart);
  });
});
