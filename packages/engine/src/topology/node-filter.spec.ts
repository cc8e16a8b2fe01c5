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

describe('a spread counts a planned node', () => {
  it('if it honors neither policy', () => {
    expect(passesNodeFilter(everyNode, inA, [taint])).toBe(true);
  });

  it('whose taints the pod tolerates, if it honors taints', () => {
    const honoring = (...tolerations: readonly Toleration[]) =>
      passesNodeFilter({ alternatives: null, tolerations }, inA, [taint]);
    expect([honoring(), honoring(tolerated)]).toEqual([false, true]);
  });

  it('that one of the pod’s alternatives allows, if it honors node affinity', () => {
    const honoring = (...alternatives: readonly (typeof inA)[]) =>
      passesNodeFilter({ alternatives, tolerations: null }, inA, []);
    expect(honoring(having(zone, 'b'), inA)).toBe(true);
    expect(honoring(having(zone, 'b'))).toBe(false);
  });

  it('not while the node lacks a label that the pod requires', () => {
    const filter = { alternatives: [having(arch, 'arm64')], tolerations: null };
    expect(passesNodeFilter(filter, inA, [])).toBe(false);
    expect(passesNodeFilter(filter, table.join(inA, having(arch, 'arm64')), [])).toBe(true);
  });

  it('only if both policies allow it', () => {
    const both = { alternatives: [inA], tolerations: [] };
    expect(passesNodeFilter(both, inA, [])).toBe(true);
    expect(passesNodeFilter(both, inA, [taint])).toBe(false);
    expect(passesNodeFilter(both, having(zone, 'b'), [])).toBe(false);
  });
});
