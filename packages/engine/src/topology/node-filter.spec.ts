import { labelKeys } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import type { Taint, Toleration } from '../model/taint.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { RequirementsTable } from '../requirements/requirements.js';
import { everyNode, passesNodeFilter } from './node-filter.js';

const { zone, arch } = labelKeys;
const builder = new LabelSpaceBuilder();
for (const label of [zone, arch]) builder.addLabel(label);
builder.addValues(zone, ['a', 'b']);
builder.addValues(arch, ['amd64', 'arm64']);
const table = new RequirementsTable(builder.build());
const having = (key: string, ...values: readonly string[]) =>
  table.compile([{ key, operator: 'In', values, minValues: null }]);

const taint: Taint = { key: 'team', value: 'a', effect: 'NoSchedule' };
const tolerated: Toleration = { key: 'team', operator: 'Exists', value: '', effect: null };
const inA = having(zone, 'a');
const aTemplate = (...taints: readonly Taint[]) => ({
  taints,
  hasValue: (key: number) => key === table.space.keyOf(zone),
});

describe('a spread counts a planned node', () => {
  it('if it honors neither policy', () => {
    expect(passesNodeFilter(everyNode, inA, aTemplate(taint))).toBe(true);
  });

  it('whose taints the pod tolerates, if it honors taints', () => {
    const honoring = (...tolerations: readonly Toleration[]) =>
      passesNodeFilter({ ...everyNode, tolerations }, inA, aTemplate(taint));
    expect([honoring(), honoring(tolerated)]).toEqual([false, true]);
  });

  it('that one of the pod’s alternatives allows, if it honors node affinity', () => {
    const honoring = (...alternatives: readonly (typeof inA)[]) =>
      passesNodeFilter({ ...everyNode, alternatives }, inA, aTemplate());
    expect(honoring(having(zone, 'b'), inA)).toBe(true);
    expect(honoring(having(zone, 'b'))).toBe(false);
  });

  it('not while the node lacks a label that the pod requires', () => {
    const filter = { ...everyNode, alternatives: [having(arch, 'arm64')] };
    expect(passesNodeFilter(filter, inA, aTemplate())).toBe(false);
    expect(passesNodeFilter(filter, table.join(inA, having(arch, 'arm64')), aTemplate())).toBe(
      true,
    );
  });

  it('that may get the labels of all spreads of the pod', () => {
    const withLabels = (...keys: readonly string[]) => ({
      ...everyNode,
      labels: table.compile(
        keys.map((key) => ({ key, operator: 'Exists', values: [], minValues: null })),
      ),
    });
    expect(passesNodeFilter(withLabels(zone), table.none, aTemplate())).toBe(true);
    expect(passesNodeFilter(withLabels(zone, arch), inA, aTemplate())).toBe(false);
  });

  it('only if both policies allow it', () => {
    const both = { ...everyNode, alternatives: [inA], tolerations: [] };
    expect(passesNodeFilter(both, inA, aTemplate())).toBe(true);
    expect(passesNodeFilter(both, inA, aTemplate(taint))).toBe(false);
    expect(passesNodeFilter(both, having(zone, 'b'), aTemplate())).toBe(false);
  });
});
