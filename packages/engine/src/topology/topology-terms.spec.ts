import { labelKeys } from '@kerf/core';
import { aPod, aSnapshot, type PodBuilder, podsWith, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { LabelSelectorExpression } from '../model/labels.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { RequirementsTable } from '../requirements/requirements.js';
import { compileProblem } from '../scheduling/problem/problem.js';
import { DomainUniverse } from './domain-universe.js';
import { Topology } from './topology.js';

const { zone, arch, hostname, capacityType } = labelKeys;

function topologiesOf(...pods: readonly PodBuilder[]) {
  const named = pods.map((pod, index) => pod.named(`pod-${index}`));
  const problem = compileProblem(
    aSnapshot()
      .withNamespace('a')
      .withNamespace('b')
      .withPods(...named)
      .build(),
  );
  return problem.pods.map(({ podGroup }) => podGroup.attempts[0]?.topology);
}

/** Returns true if the pods share one constraint over zones, with one count. */
function shareConstraint(one: PodBuilder, other: PodBuilder): boolean {
  const [first, second] = topologiesOf(one, other).map(
    (topology) => topology?.keyed[0]?.constraints[0]?.group,
  );
  expect([first, second]).not.toContain(undefined);
  return first === second;
}

const both = { matchLabels: { app: 'web', tier: 'front' }, matchExpressions: [] };
const turned = { matchLabels: { tier: 'front', app: 'web' }, matchExpressions: [] };
const where = (...matchExpressions: readonly LabelSelectorExpression[]) =>
  aPod().spreadOver(zone, { labelSelector: { matchLabels: {}, matchExpressions } });
const oneOf = (key: string, ...values: readonly string[]) =>
  ({ key, operator: 'In', values }) as const;
const selecting = (labels: Record<string, string>, changes = {}) =>
  aPod().selecting(labels).spreadOver(zone, changes);
const tolerating = (key: string, changes = {}) =>
  aPod().tolerating({ key }).spreadOver(zone, changes);
const inNamespaces = (...namespaces: readonly string[]) =>
  aPod().withAffinityTo({ app: 'web' }, zone, { namespaces });
const plain = aPod().spreadOver(zone);

describe('two pods share a topology constraint', () => {
  it.each<[string, PodBuilder, PodBuilder]>([
    [
      'with the same labels in any order',
      aPod().spreadOver(zone, { labelSelector: both }),
      aPod().spreadOver(zone, { labelSelector: turned }),
    ],
    [
      'with the same expressions in any order, repeated or not',
      where(oneOf('app', 'web'), oneOf('tier', 'front')),
      where(oneOf('tier', 'front'), oneOf('app', 'web'), oneOf('tier', 'front')),
    ],
    [
      'with the same values in any order',
      where(oneOf('app', 'web', 'db')),
      where(oneOf('app', 'db', 'web')),
    ],
    ['with the same namespaces in any order', inNamespaces('a', 'b'), inNamespaces('b', 'a')],
    [
      'with different node selectors that they ignore',
      selecting({ [arch]: 'arm64' }, { nodeAffinityPolicy: 'Ignore' }),
      selecting({ [arch]: 'amd64' }, { nodeAffinityPolicy: 'Ignore' }),
    ],
    [
      'honoring node affinity or not, if neither has any',
      plain,
      aPod().spreadOver(zone, { nodeAffinityPolicy: 'Ignore' }),
    ],
    [
      'with an alternative that selects no node, and without it',
      aPod()
        .requiringOneOf(term(arch, 'Exists'), { matchExpressions: [], hasMatchFields: false })
        .spreadOver(zone),
      aPod().requiringOneOf(term(arch, 'Exists')).spreadOver(zone),
    ],
    ['with other tolerations, if taints are ignored', tolerating('x'), tolerating('y')],
    ['with other requests', plain, plain.requesting({ milliCpu: 10 })],
  ])('%s', (_, one, other) => {
    expect(shareConstraint(one, other)).toBe(true);
  });
});

describe('two pods do not share a topology constraint', () => {
  it.each<[string, PodBuilder, PodBuilder]>([
    ['with another maxSkew', plain, aPod().spreadOver(zone, { maxSkew: 2 })],
    ['with other minDomains', plain, aPod().spreadOver(zone, { minDomains: 2 })],
    [
      'with another value',
      plain,
      aPod().spreadOver(zone, { labelSelector: podsWith({ app: 'db' }) }),
    ],
    [
      'with and without a selector',
      aPod().spreadOver(zone, { labelSelector: null }),
      aPod().spreadOver(zone, { labelSelector: podsWith({}) }),
    ],
    ['with another key', where(oneOf('app', 'web')), where(oneOf('tier', 'web'))],
    ['with other values', where(oneOf('app', 'web')), where(oneOf('app', 'web', 'db'))],
    [
      'with another operator',
      where({ key: 'app', operator: 'Exists', values: [] }),
      where({ key: 'app', operator: 'DoesNotExist', values: [] }),
    ],
    ['in another namespace', plain, plain.inNamespace('a')],
    ['over other namespaces', inNamespaces('a'), inNamespaces('b')],
    [
      'with different node selectors that they honor',
      selecting({ [arch]: 'arm64' }),
      selecting({ [arch]: 'amd64' }),
    ],
    [
      'with other tolerations, if taints are honored',
      tolerating('x', { nodeTaintsPolicy: 'Honor' }),
      tolerating('y', { nodeTaintsPolicy: 'Honor' }),
    ],
    [
      'of affinity and anti-affinity',
      aPod().withAffinityTo({ app: 'web' }, zone),
      aPod().preferringAntiAffinityTo(1, { app: 'web' }, zone),
    ],
  ])('%s', (_, one, other) => {
    expect(shareConstraint(one, other)).toBe(false);
  });
});

describe('the constraints of a pod', () => {
  const pod = aPod().labelled({ app: 'web' });

  it('are evaluated label by label, in an order that does not depend on the manifest', () => {
    const labels = [arch, zone, capacityType];
    const over = (keys: readonly string[]) =>
      keys.reduce((built, key) => built.spreadOver(key), pod).spreadOver(hostname);
    const [written, turnedRound] = topologiesOf(over(labels), over(labels.toReversed())).map(
      (topology) => ({
        keys: topology?.keyed.map(({ key }) => key),
        rules: topology?.keyed.map(({ key, constraints }) =>
          constraints.map(({ group }) => group.term.key === key),
        ),
        hosts: topology?.hosts.length,
      }),
    );
    expect(written?.keys).toEqual([...(written?.keys ?? [])].sort((a, b) => a - b));
    expect(written?.rules).toEqual([[true], [true], [true]]);
    expect(written?.hosts).toBe(1);
    expect(turnedRound).toEqual(written);
  });
});

describe('topology constraints', () => {
  const builder = new LabelSpaceBuilder();
  builder.addLabel(zone);
  const space = builder.build();
  const topology = () =>
    new Topology(new RequirementsTable(space), new DomainUniverse(space, []), []);
  const { podAntiAffinity } = aPod().withAntiAffinityTo({ app: 'web' }, zone).spec();
  const owner = { namespace: 'default', labels: {} };

  it('must be added before they are read: later ones would be ignored', () => {
    const late = topology();
    late.countedBy('default', {});
    expect(() => late.addAntiAffinities(owner, podAntiAffinity)).toThrow(
      'constraints must be added before they are read',
    );
  });

  it('must be over labels of the label space', () => {
    const unknown = aPod().withAntiAffinityTo({ app: 'web' }, 'rack').spec().podAntiAffinity;
    expect(() => topology().addAntiAffinities(owner, unknown)).toThrow(
      'a topology key is not in the label space',
    );
  });
});
