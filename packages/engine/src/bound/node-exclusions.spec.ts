import { aPod, type PodBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelSelectorExpression, Labels } from '../model/labels.js';
import type { PodSpec } from '../model/pod.js';
import * as exclusions from './node-exclusions.js';

const hostname = 'kubernetes.io/hostname';
const app = { app: 'web' };
const web = aPod().labelled(app);
const db = aPod('db').labelled({ app: 'db' });

const namespaces = [{ name: 'default', labels: { team: 'shop' } }];
const maxPodsPerNode = (spec: PodSpec): number => exclusions.maxPodsPerNode(spec, namespaces);
const apart = (one: PodBuilder, other: PodBuilder, capacity = 1): boolean =>
  exclusions.areMutuallyExclusive([one.spec(), other.spec()], { capacity, namespaces });

describe('the maximum number of pods of a group on one node is', () => {
  it.each<[string, PodBuilder, number]>([
    ['unlimited without constraints', web, Infinity],
    [
      'one, with anti-affinity to its own label over hosts',
      web.withAntiAffinityTo(app, hostname),
      1,
    ],
    ['unlimited, with anti-affinity over zones', web.withAntiAffinityTo(app, 'zone'), Infinity],
    ['one, with a host port', web.onHostPort(80), 1],
    ['maxSkew, with a topology spread over hosts', web.spreadOver(hostname, { maxSkew: 3 }), 3],
    [
      'the lowest maxSkew of several spreads',
      web.spreadOver(hostname, { maxSkew: 3 }).spreadOver(hostname, { maxSkew: 2 }),
      2,
    ],
    ['unlimited, with a spread over zones', web.spreadOver('zone'), Infinity],
    [
      'unlimited, with a spread that is a preference',
      web.spreadOver(hostname, { whenUnsatisfiable: 'ScheduleAnyway' }),
      Infinity,
    ],
    [
      'unlimited, with a spread that counts other pods',
      web.spreadOver(hostname, {
        labelSelector: { matchLabels: { app: 'x' }, matchExpressions: [] },
      }),
      Infinity,
    ],
    [
      'unlimited, with a spread that counts no pods',
      web.spreadOver(hostname, { labelSelector: null }),
      Infinity,
    ],
  ])('%s', (_, pod, max) => {
    expect(maxPodsPerNode(pod.spec())).toBe(max);
  });
});

describe('pods of two groups cannot share a node', () => {
  it('only with a constraint', () => {
    expect(apart(web, db)).toBe(false);
  });

  it('with anti-affinity between them, if each group has anti-affinity to itself too', () => {
    const shy = { matchLabels: {}, matchExpressions: [] };
    const away = (pod: PodBuilder): PodBuilder =>
      pod.withAntiAffinityTo({}, hostname, { labelSelector: shy });
    expect(apart(away(web), away(db))).toBe(true);
    expect(apart(away(web), db)).toBe(false);
    // Two pods of the second group may still share a node.
    expect(apart(web.withAntiAffinityTo({ app: 'db' }, hostname), db)).toBe(false);
  });

  it('with the same host port on the same address or on all addresses', () => {
    const on = (pod: PodBuilder, port: number, hostIp: string, protocol: 'TCP' | 'UDP' = 'TCP') =>
      pod.onHostPort(port, { hostIp, protocol });
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '10.0.0.1'))).toBe(true);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 80, '10.0.0.1'))).toBe(true);
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '0.0.0.0'))).toBe(true);
    expect(apart(on(web, 80, '10.0.0.1'), on(db, 80, '10.0.0.2'))).toBe(false);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 81, '0.0.0.0'))).toBe(false);
    expect(apart(on(web, 80, '0.0.0.0'), on(db, 80, '0.0.0.0', 'UDP'))).toBe(false);
  });

  it('beyond the maxSkew of a spread that counts both', () => {
    const both = { matchLabels: {}, matchExpressions: [] };
    const spread = (pod: PodBuilder, maxSkew: number): PodBuilder =>
      pod.spreadOver(hostname, { maxSkew, labelSelector: both });
    expect(apart(spread(web, 2), spread(db, 2), 2)).toBe(true);
    expect(apart(spread(web, 2), spread(db, 3), 2)).toBe(false);
    expect(apart(spread(web, 2), db, 2)).toBe(false);
    expect(apart(spread(web, 2), spread(db.inNamespace('other'), 2), 2)).toBe(false);
  });

  it('with a spread by revision, only within one revision', () => {
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

describe('an anti-affinity term selects', () => {
  const away = (changes: Parameters<PodBuilder['withAntiAffinityTo']>[2]): PodBuilder =>
    web.withAntiAffinityTo(app, hostname, changes);
  const ofNamespaces = (matchLabels: Labels) => ({
    namespaceSelector: { matchLabels, matchExpressions: [] },
  });

  it.each<[string, PodBuilder, boolean]>([
    ['pods of its own namespace, if it names none', away({}), true],
    ['pods of a namespace that it names', away({ namespaces: ['default'] }), true],
    ['no pods of other namespaces', away({ namespaces: ['other'] }), false],
    [
      'pods of all known namespaces, with an empty namespace selector',
      away(ofNamespaces({})),
      true,
    ],
    ['pods of namespaces with a label', away(ofNamespaces({ team: 'shop' })), true],
    ['no pods of namespaces without the label', away(ofNamespaces({ team: 'data' })), false],
    [
      'no pods for certain, if their namespace is unknown',
      away(ofNamespaces({})).inNamespace('new'),
      false,
    ],
    ['no pods, with the label selector null', away({ labelSelector: null }), false],
    ['no pods for certain, with mismatchLabelKeys', away({ mismatchLabelKeys: ['app'] }), false],
    ['pods with an equal value of a match label key', away({ matchLabelKeys: ['app'] }), true],
    [
      'pods by the other terms, if the pod lacks the match label key',
      away({ matchLabelKeys: ['revision'] }),
      true,
    ],
  ])('%s', (_, pod, isApart) => {
    expect(maxPodsPerNode(pod.spec()) === 1).toBe(isApart);
  });

  it('no pods with another value of a match label key', () => {
    const term = {
      labelSelector: { matchLabels: {}, matchExpressions: [] },
      matchLabelKeys: ['app'],
    };
    const both = (pod: PodBuilder): PodBuilder => pod.withAntiAffinityTo({}, hostname, term);
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
    expect(maxPodsPerNode(pod.spec()) === 1).toBe(isApart);
  });

  it.each<[LabelSelectorExpression['operator'], boolean]>([
    ['In', false],
    ['NotIn', true],
    ['Exists', false],
    ['DoesNotExist', true],
  ])('%s, of a label that the pod lacks', (operator, isApart) => {
    const matchExpressions = [{ key: 'tier', operator, values: ['x'] }];
    const pod = away({ labelSelector: { matchLabels: {}, matchExpressions } });
    expect(maxPodsPerNode(pod.spec()) === 1).toBe(isApart);
  });
});
