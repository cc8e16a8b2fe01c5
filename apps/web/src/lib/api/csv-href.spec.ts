import { describe, expect, it } from 'vitest';
import { csvHref } from './csv-href.js';

describe('the address of a list as CSV', () => {
  it('has the filter and the order of the table, with the names of REST', () => {
    const filter = {
      clusterId: 'clu_1',
      nodePools: ['general', 'a b'],
      capacityTypes: ['SPOT'],
      waitingForMe: true,
      search: 'c6i & m5',
      kinds: null,
      teams: undefined,
    };
    expect(csvHref('decisions', filter, { field: 'COST_CHANGE', direction: 'ASC' })).toBe(
      '/api/v1/decisions?cluster=clu_1&nodePool=general&nodePool=a+b&capacityType=SPOT&waitingForMe=true' +
        '&search=c6i+%26+m5&orderBy=COST_CHANGE&direction=ASC&format=csv',
    );
  });

  it('of a list without an order has only its filter', () => {
    expect(csvHref('audit-entries', {})).toBe('/api/v1/audit-entries?format=csv');
  });
});
