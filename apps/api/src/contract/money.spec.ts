import { describe, expect, it } from 'vitest';
import { usdName, usdScalar, withUsd } from './money.js';

describe('the name of an amount', () => {
  it.each([
    ['priceMicroUsdPerHour', 'priceUsdPerHour', 'UsdPerHour'],
    ['microUsdPerHour', 'usdPerHour', 'UsdPerHour'],
    ['spentMicroUsd', 'spentUsd', 'Usd'],
    ['priceMicroUsdPerHourText', 'priceMicroUsdPerHourText', null],
    ['pods', 'pods', null],
  ])('%s is %s in the API, of the type %s', (inside, outside, scalar) => {
    expect(usdName(inside)).toBe(outside);
    expect(usdScalar(inside)).toBe(scalar);
  });
});

describe('stored JSON', () => {
  it('has decimal strings of US dollars for amounts, at any depth', () => {
    expect(
      withUsd({
        detail: 'launched',
        expectedMicroUsdPerHour: 112_200,
        moved: { nodesGone: ['ip-1'], savingBeforeMicroUsdPerHour: null },
        shares: [{ name: 'web', microUsdPerHour: -96_000 }],
      }),
    ).toEqual({
      detail: 'launched',
      expectedUsdPerHour: '0.1122',
      moved: { nodesGone: ['ip-1'], savingBeforeUsdPerHour: null },
      shares: [{ name: 'web', usdPerHour: '-0.096' }],
    });
  });

  it('keeps what is no amount, and amounts that are no whole numbers', () => {
    const other = { pods: 4, 'team/MicroUsd': 'shop', costMicroUsd: 0.5, until: null };
    expect(withUsd(other)).toEqual(other);
    expect(withUsd(null)).toBeNull();
    expect(withUsd('priceMicroUsdPerHour')).toBe('priceMicroUsdPerHour');
  });
});
