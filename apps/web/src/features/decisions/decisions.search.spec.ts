import { describe, expect, it } from 'vitest';
import { decisionLooks } from '../../ui/badges/state-badges.js';
import { decisionShows, toDecisionFilter } from './decisions.search.js';

describe('toDecisionFilter', () => {
  it('asks for all when the URL says nothing', () => {
    expect(toDecisionFilter({}, undefined)).toEqual({});
  });

  it('narrows to what the URL names', () => {
    expect(toDecisionFilter({ show: 'waiting', kind: 'EMPTY', pool: 'general' }, 'clu_1')).toEqual({
      clusterId: 'clu_1',
      states: ['AWAITING_APPROVAL'],
      kinds: ['EMPTY'],
      nodePools: ['general'],
    });
  });

  it('shows every state under one heading', () => {
    const shown = decisionShows.flatMap(
      (show) => toDecisionFilter({ show }, undefined).states ?? [],
    );
    const all = Object.keys(decisionLooks).filter((state) => state !== 'UNKNOWN');
    expect([...shown].sort()).toEqual(all.sort());
  });
});
