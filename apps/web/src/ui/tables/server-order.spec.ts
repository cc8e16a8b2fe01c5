import { describe, expect, it } from 'vitest';
import { type ServerOrder, toListOrder } from './server-order.js';

const byName: ServerOrder<'NAME' | 'CREATED_AT'> = {
  fields: { name: 'NAME', age: 'CREATED_AT' },
  initial: { sort: 'name', order: { field: 'NAME', direction: 'ASC' } },
  ages: ['age'],
};

describe('the order of a list that the API sorts', () => {
  it('is the initial one without a URL parameter, and for a column that the API does not sort', () => {
    expect(toListOrder(byName, undefined)).toBe(byName.initial.order);
    expect(toListOrder(byName, '-color')).toBe(byName.initial.order);
  });

  it('is the initial one for a name that every object has', () => {
    expect(toListOrder(byName, 'constructor')).toBe(byName.initial.order);
  });

  it('has the field of the column, and its direction', () => {
    expect(toListOrder(byName, '-name')).toEqual({ field: 'NAME', direction: 'DESC' });
  });

  it('by age is the reverse of that by the time', () => {
    expect(toListOrder(byName, 'age')).toEqual({ field: 'CREATED_AT', direction: 'DESC' });
    expect(toListOrder(byName, '-age')).toEqual({ field: 'CREATED_AT', direction: 'ASC' });
  });
});
