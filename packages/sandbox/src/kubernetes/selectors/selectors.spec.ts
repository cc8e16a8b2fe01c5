import { describe, expect, it } from 'vitest';
import { builtinResources } from '../resources/builtin-resources.js';
import { findUnknownField, matchesFields, parseFieldSelector } from './field-selector.js';
import { formatSelector, matchesRequirements, matchesSelector } from './label-selector.js';
import { parseLabelSelector } from './parse-label-selector.js';

function matches(text: string, labels: Record<string, string>): boolean {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new TypeError(parsed.error);
  return matchesRequirements(labels, parsed.value);
}

describe('label selectors in a query', () => {
  it.each([
    ['app=web', { app: 'web' }, true],
    ['app==web', { app: 'api' }, false],
    ['app!=web', {}, true],
    ['app in (web, api),tier', { app: 'api', tier: 'x' }, true],
    ['app notin (web)', { app: 'web' }, false],
    ['!legacy', {}, true],
    ['!legacy', { legacy: '' }, false],
    ['n>3', { n: '5' }, true],
    ['n<3', { n: 'x' }, false],
    ['karpenter.sh/nodepool=default', { 'karpenter.sh/nodepool': 'default' }, true],
    ['app=', { app: '' }, true],
    ['', { any: 'thing' }, true],
  ])('%s on %j is %s', (text, labels, expected) => {
    expect(matches(text, labels)).toBe(expected);
  });

  it.each([
    ['a b c', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['-a', 'unable to parse requirement: <nil>: Invalid value: "-a"'],
    ['a>b', "for 'Gt', 'Lt' operators, the value must be an integer"],
    ['a=b c', "unable to parse requirement: found 'c', expected: ',' or 'end of string'"],
  ])('refuses %j', (text, message) => {
    const parsed = parseLabelSelector(text);
    expect(parsed.ok ? '' : parsed.error).toContain(message);
  });
});

describe('label selectors in a spec', () => {
  it('match nothing when absent and everything when empty', () => {
    expect(matchesSelector(undefined, { a: 'b' })).toBe(false);
    expect(matchesSelector({}, { a: 'b' })).toBe(true);
  });

  it('are formatted as in a query', () => {
    const selector = {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['a', 'b'] },
        { key: 'x', operator: 'DoesNotExist' },
      ],
    };
    expect(formatSelector(selector)).toBe('app=web,tier in (a,b),!x');
    expect(matches(formatSelector(selector), { app: 'web', tier: 'b' })).toBe(true);
    expect(matchesSelector(selector, { app: 'web', tier: 'b' })).toBe(true);
  });

  it('match nothing with an unknown operator', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] };
    expect(matchesSelector(selector, { a: 'b' })).toBe(false);
  });
});

describe('field selectors', () => {
  const pods = builtinResources().find(({ plural }) => plural === 'pods')!;
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'n', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
    spec: { nodeName: 'a', containers: [] },
    status: { phase: 'Running' },
  };
  const select = (text: string): boolean => {
    const parsed = parseFieldSelector(text);
    if (!parsed.ok) throw new TypeError(parsed.error);
    return matchesFields(pod, parsed.value, pods);
  };

  it.each([
    ['spec.nodeName=a', true],
    ['spec.nodeName==a,status.phase!=Failed', true],
    ['status.phase!=Running', false],
    ['metadata.name=p,metadata.namespace=n', true],
    ['spec.schedulerName=', true],
  ])('%s is %s', (text, expected) => {
    expect(select(text)).toBe(expected);
  });

  it('reports unsupported fields', () => {
    const parsed = parseFieldSelector('spec.nodeName=a,spec.foo=b');
    expect(parsed.ok && findUnknownField(parsed.value, pods)).toBe('spec.foo');
  });

  it('refuses malformed text', () => {
    expect(parseFieldSelector('spec')).toEqual({
      ok: false,
      error: "invalid selector: 'spec'; can't understand 'spec'",
    });
  });
});
