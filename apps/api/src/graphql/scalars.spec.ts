import { type GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { scalars } from './scalars.js';

function scalar(name: string): GraphQLScalarType {
  const found = scalars[name];
  if (found === undefined) throw new Error(`there is no scalar ${name}`);
  return found;
}

const literal = (kind: Kind.INT | Kind.STRING, value: string): ValueNode => ({ kind, value });

describe('scalars', () => {
  it.each([
    ['DateTime', 1_763_733_600_123, '2025-11-21T14:00:00.123Z'],
    ['DurationMs', 1_500, 1_500],
    ['SafeInt', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['UsdPerHour', -96_000, '-0.096'],
    ['Usd', 12_000_000, '12'],
    ['Quantity', '1.5Gi', '1.5Gi'],
    ['JSON', { a: [1, null] }, { a: [1, null] }],
  ])('%s writes %j and reads it back', (name, inside, outside) => {
    expect(scalar(name).serialize(inside)).toEqual(outside);
    expect(scalar(name).parseValue(outside)).toEqual(inside);
  });

  it('reads an instant of another zone as the same instant', () => {
    expect(scalar('DateTime').parseValue('2025-11-21T15:00:00+01:00')).toBe(1_763_733_600_000);
  });

  it('reads literals by their kind', () => {
    expect(scalar('SafeInt').parseLiteral(literal(Kind.INT, '42'))).toBe(42);
    expect(() => scalar('SafeInt').parseLiteral(literal(Kind.STRING, '42'))).toThrow('SafeInt');
    expect(scalar('UsdPerHour').parseLiteral(literal(Kind.STRING, '0.5'))).toBe(500_000);
    expect(() => scalar('UsdPerHour').parseLiteral(literal(Kind.INT, '42'))).toThrow('string');
  });

  it('names the expected form of an amount', () => {
    expect(() => scalar('Usd').parseValue('1e3')).toThrow(
      'Usd must be a decimal string of US dollars with at most nine digits before the point and six after it, e.g. "0.096"',
    );
  });

  it('writes amounts in JSON as decimal strings', () => {
    expect(scalar('JSON').serialize({ priceMicroUsdPerHour: 96_000 })).toEqual({
      priceUsdPerHour: '0.096',
    });
  });

  it.each([
    ['DateTime', '2026-02-30T00:00:00Z'],
    ['DateTime', '2026-11-21'],
    ['DateTime', 1_763_733_600_000],
    ['DurationMs', -1],
    ['DurationMs', '1s'],
    ['SafeInt', 1.5],
    ['SafeInt', 2 ** 53],
    ['UsdPerHour', '0.0000001'],
    ['UsdPerHour', 0.096],
    ['UsdPerHour', 96_000],
    ['Usd', '+1'],
    ['Usd', ' 1'],
    ['Usd', null],
    ['Quantity', '4 Gi'],
    ['Quantity', 4],
  ])('%s refuses to read %j', (name, outside) => {
    expect(() => scalar(name).parseValue(outside)).toThrow(name);
  });

  it('refuses a long quantity in linear time', () => {
    expect(() => scalar('Quantity').parseValue(`${'1'.repeat(900_000)}x`)).toThrow('Quantity');
  });

  it.each([
    ['DateTime', '2026-11-21T14:00:00Z'],
    ['DateTime', Number.NaN],
    ['SafeInt', 0.1],
    ['UsdPerHour', '0.096'],
    ['UsdPerHour', 0.5],
    ['Usd', 2 ** 53],
    ['Quantity', 'many'],
  ])('%s refuses to write %j', (name, inside) => {
    expect(() => scalar(name).serialize(inside)).toThrow(name);
  });
});
