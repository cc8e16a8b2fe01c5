import { labelKeys } from '@kerf/core';
import { term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { PodVolume } from '../model/pod.js';
import { LabelSpaceBuilder } from '../requirements/label-space.js';
import { RequirementsTable } from '../requirements/requirements.js';
import { volumeAlternatives } from './volume-alternatives.js';
import { findExcess, VolumeUsage } from './volume-usage.js';

const volume = (claim: string, changes: Partial<PodVolume> = {}): PodVolume => ({
  claim,
  driver: 'ebs',
  nodeRequirements: [],
  problem: null,
  ...changes,
});
const inZones = (...zones: readonly string[]) => ({
  nodeRequirements: zones.map((zone) => term(labelKeys.zone, 'In', zone)),
});

describe('volumes on a node', () => {
  it('count a claim that several pods share once', () => {
    const usage = new VolumeUsage();
    usage.add([volume('a'), volume('b')]);
    expect(findExcess(usage.countsWith([volume('a')]), { ebs: 1 })).toBeNull();
    expect(findExcess(usage.countsWith([volume('a'), volume('c')]), { ebs: 2 })).toEqual({
      driver: 'ebs',
      count: 3,
    });
    expect(usage.counts()).toEqual(new Map([['ebs', 2]]));
  });

  it('are not counted without a driver or a limit', () => {
    const usage = new VolumeUsage();
    expect(usage.countsWith([volume('a', { driver: null })])).toEqual(new Map());
    expect(findExcess(usage.countsWith([volume('a', { driver: 'efs' })]), { ebs: 0 })).toBeNull();
  });
});

describe('alternatives of volumes', () => {
  const builder = new LabelSpaceBuilder();
  builder.addLabel(labelKeys.zone);
  builder.addValues(labelKeys.zone, ['a', 'b', 'c']);
  const table = new RequirementsTable(builder.build());
  const zones = (volumes: readonly PodVolume[]) =>
    volumeAlternatives(table, volumes).map(({ list }) => list[0]?.allowed[0]);

  it('are none if every node can attach every volume', () => {
    expect(zones([volume('a'), volume('b')])).toEqual([]);
  });

  it('are combined, without those that contradict themselves', () => {
    expect(zones([volume('a', inZones('a', 'b')), volume('b', inZones('b', 'c'))])).toEqual([
      0b010,
    ]);
  });

  it('are kept if all contradict themselves, so that the reason can name the conflict', () => {
    expect(zones([volume('a', inZones('a')), volume('b', inZones('b'))])).toEqual([0]);
  });
});
