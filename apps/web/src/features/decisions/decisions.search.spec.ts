import { describe, expect, it } from 'vitest';
import { decisionBadges } from '../../ui/badges/state-badges.js';
import { decisionStateFilters, toDecisionFilter } from './decisions.search.js';

describe('toDecisionFilter', () => {
  it('requests all decisions without URL parameters', () => {
    expect(toDecisionFilter({}, undefined)).toEqual({});
  });

  it('applies the filters of the URL', () => {
    expect(toDecisionFilter({ show: 'waiting', kind: 'EMPTY', pool: 'general' }, 'clu_1')).toEqual({
      clusterId: 'clu_1',
      states: ['AWAITING_APPROVAL'],
      kinds: ['EMPTY'],
      nodePools: ['general'],
    });
  });

  it('requests what waits for the caller, and what a team owns', () => {
    expect(toDecisionFilter({ show: 'mine', team: 'data' }, undefined)).toEqual({
      waitingForMe: true,
      teams: ['data'],
    });
  });

  it('includes every state in exactly one group', () => {
    const shown = decisionStateFilters.flatMap(
      (show) => toDecisionFilter({ show }, undefined).states ?? [],
    );
    const all = Object.keys(decisionBadges).filter((state) => state !== 'UNKNOWN');
    expect([...shown].sort()).toEqual(all.sort());
  });
});
