import { anEmptyCommand, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { listedCost, listedSaving, total } from './listed-cost.js';

const [candidate] = anEmptyCommand().candidates;
const planned = aPlannedClaim();
const priceOverlay = { name: 'deal', listedMicroUsdPerHour: 70_000 };
const overlaid = aPlannedClaim({
  expected: { ...planned.expected, priceMicroUsdPerHour: 1, priceOverlay },
});

describe('total', () => {
  it.each<readonly [readonly (number | null)[], number | null]>([
    [[], 0],
    [[1, 2], 3],
    [[1, null, 2], null],
    [[null], null],
  ])('of %j is %j', (prices, expected) => {
    expect(total(prices)).toBe(expected);
  });
});

describe('listedCost', () => {
  it('is nothing for no nodes', () => {
    expect(listedCost([])).toBe(0);
  });

  it('has the prices of the cloud, whatever NodeOverlays set', () => {
    expect(listedCost([planned, overlaid])).toBe(110_000);
  });
});

describe('listedSaving', () => {
  const withPrice = (priceMicroUsdPerHour: number | null, fields = {}) =>
    anEmptyCommand({
      candidates:
        candidate === undefined ? [] : [{ ...candidate, priceMicroUsdPerHour, ...fields }],
      replacements: [overlaid],
    });

  it.each([
    [96_000, 26_000],
    [60_000, -10_000],
    [null, null],
  ])('of a node at %j with a replacement at 70000 is %j', (price, saving) => {
    expect(listedSaving(withPrice(price))).toBe(saving);
  });

  it('has the price of the cloud for the removed node, too', () => {
    const listed = { priceOverlay: { name: 'deal', listedMicroUsdPerHour: 100_000 } };
    expect(listedSaving(withPrice(2, listed))).toBe(30_000);
  });
});
