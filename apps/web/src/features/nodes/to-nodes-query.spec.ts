import { describe, expect, it } from 'vitest';
import { isFiltered, toNodesQuery } from './to-nodes-query.js';

describe('toNodesQuery', () => {
  it('asks for all nodes by name when the URL says nothing', () => {
    expect(toNodesQuery('clu_1', {})).toEqual({
      clusterId: 'clu_1',
      filter: {},
      orderBy: { field: 'NAME', direction: 'ASC' },
    });
  });

  it('takes filters and order from the URL', () => {
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

  it('orders by age against the time of creation', () => {
    expect(toNodesQuery('c', { sort: 'age' }).orderBy).toEqual({
      field: 'CREATED_AT',
      direction: 'DESC',
    });
    expect(toNodesQuery('c', { sort: '-age' }).orderBy.direction).toBe('ASC');
  });

  it('falls back to the name for a column that the API cannot order', () => {
    expect(toNodesQuery('c', { sort: 'colour' }).orderBy.field).toBe('NAME');
  });
});

describe('isFiltered', () => {
  it('does not count the order or the open row', () => {
    expect(isFiltered({ sort: 'price', node: 'ip-1' })).toBe(false);
    expect(isFiltered({ state: 'TERMINATING' })).toBe(true);
  });
});
