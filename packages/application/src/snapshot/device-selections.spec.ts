import {
  aDevice,
  aDeviceClaim,
  aNode,
  anInstanceType,
  aPod,
  aSnapshot,
  published,
  someDevices,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { DeviceSelector } from '../ports/device-selector.js';
import { deviceSelections } from './device-selections.js';

/** Notes what is asked. */
function selectorWith(answers: Readonly<Record<string, boolean | string>>) {
  const asked: string[] = [];
  const selector: DeviceSelector = {
    select(expression, { profile }, isPublished) {
      asked.push(`${expression} ${profile} ${isPublished ? 'published' : 'planned'}`);
      return answers[`${expression} ${profile}`] ?? false;
    },
  };
  return { asked, selector };
}

const claiming = (...expressions: readonly string[]) =>
  aPod('a').claiming(aDeviceClaim({}, { selectors: JSON.stringify(expressions) }));
const cluster = () =>
  aSnapshot()
    .withNodes(aNode('n1').with({ devices: published(aDevice('0', { profile: 'old' })) }))
    .withInstanceTypes(anInstanceType('g').withDevices(someDevices(8, { profile: 'new' })));

describe('the selections of a snapshot', () => {
  it('have the outcome for each device that is selected or undecided', () => {
    const { selector } = selectorWith({ 'x old': true, 'x new': 'unknown' });
    const snapshot = cluster().withPods(claiming('x'), claiming('y').named('b'));
    expect(deviceSelections(selector, snapshot.build())).toEqual({
      '["x"]': { old: true, new: 'unknown' },
      '["y"]': {},
    });
  });

  it('ask for expressions in order until one is not true, and for each device once', () => {
    const { asked, selector } = selectorWith({ 'x old': true, 'y old': true, 'x new': false });
    const snapshot = cluster().withPods(claiming('x', 'y')).build();
    expect(deviceSelections(selector, snapshot)).toEqual({ '["x","y"]': { old: true } });
    deviceSelections(selector, snapshot);
    expect(asked).toEqual(['x new planned', 'x old published', 'y old published']);
  });

  it('include the claims of pods that run', () => {
    const { selector } = selectorWith({ 'x old': true });
    const snapshot = aSnapshot().withNodes(
      aNode('n1')
        .with({ devices: published(aDevice('0', { profile: 'old' })) })
        .running(claiming('x').running()),
    );
    expect(deviceSelections(selector, snapshot.build())).toEqual({ '["x"]': { old: true } });
  });

  it('are absent without claims, and nothing is asked', () => {
    const { asked, selector } = selectorWith({});
    expect(deviceSelections(selector, cluster().withPods(aPod('a')).build())).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
