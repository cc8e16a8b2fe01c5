import { describe, expect, it } from 'vitest';
import { describeFields, readFieldSelector } from './field-selector.js';

const fields = { name: null, zone: null, state: { NotReady: 'NOT_READY', Ready: 'READY' } };

describe('a field selector', () => {
  it('is read as kubectl writes it, with the words of the API', () => {
    expect(
      readFieldSelector('name=a.b-c, zone!=us-east-1a,state==NOT_READY,zone=', fields),
    ).toEqual([
      { field: 'name', operator: 'Equals', value: 'a.b-c' },
      { field: 'zone', operator: 'NotEquals', value: 'us-east-1a' },
      { field: 'state', operator: 'Equals', value: 'NotReady' },
      { field: 'zone', operator: 'Equals', value: '' },
    ]);
  });

  it('is absent if there is none', () => {
    expect([undefined, null].map((text) => readFieldSelector(text, fields))).toEqual([null, null]);
  });

  it.each([
    ['spec.nodeName=a', 'no requirement'],
    ['nodeName=a', 'unknown field "nodeName"; use one of name, zone, state'],
    ['constructor=a', 'unknown field "constructor"'],
    ['state=NotReady', 'unknown value "NotReady" of state; use one of NOT_READY, READY'],
    ['', 'no requirement'],
    ['name', 'no requirement'],
    ['name=a,', 'no requirement'],
    ['=a', 'no requirement'],
    [`name=${'a'.repeat(2_000)}`, 'at most 2000 characters'],
    [Array.from({ length: 21 }, () => 'name=a').join(), 'at most 20 requirements'],
  ])('is refused as %j', (text, problem) => {
    expect(() => readFieldSelector(text, fields)).toThrow(problem);
  });

  it('is documented with its fields', () => {
    expect(describeFields(fields)).toContain('name, zone, state');
  });
});
