import { describe, expect, it } from 'vitest';
import { isFiltered, toNodesQuery } from './to-nodes-query.js';

describe('toNodesQuery', () => {
  it('requests all nodes by name without URL parameters', () => {
    expect(toNodesQuery('clu_1', {})).toEqual({
      clusterId: 'clu_1',
      filter: {},
      orderBy: { field: 'NAME', direction: 'ASC' },
    });
  });

  it('reads filters and order from the URL', () => {
    expect(
      toNodesQuery('clu_1', {
        q: 'c6i',
        pool: 'general',
        capacity: 'SPOT',
        state: 'READY',
        sort: '-price',
      }),
    ).toEqual({
      clusterId: 'clu_1',
      filter: {
        search: 'c6i',
        nodePools: ['general'],
        capacityTypes: ['SPOT'],
        states: ['READY'],
      },
      orderBy: { field: 'PRICE', direction: 'DESC' },
    });
  });

  it('sorts by age as the reverse of the creation time', () => {
    expect(toNodesQuery('c', { sort: 'age' }).orderBy).toEqual({
      field: 'CREATED_AT',
      direction: 'DESC',
    });
    expect(toNodesQuery('c', { sort: '-age' }).orderBy.direction).toBe('ASC');
  });

  it('sorts by name when the API cannot sort by the column', () => {
    expect(toNodesQuery('c', { sort: 'color' }).orderBy.field).toBe('NAME');
  });
});

describe('isFiltered', () => {
  it('ignores the order and the open row', () => {
    expect(isFiltered({ sort: 'price', node: 'ip-1' })).toBe(false);
    expect(isFiltered({ state: 'TERMINATING' })).toBe(true);
  });
});
