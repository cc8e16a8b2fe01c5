import { anInstanceType, anOffering } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { atOverlaidPrice } from './overlaid-offerings.js';

const priceOverlay = { name: 'deal', listedMicroUsdPerHour: 100 };
const types = [
  anInstanceType('m5.large')
    .offered(
      { ...anOffering('zone-a', 'spot', 5), priceOverlay },
      anOffering('zone-a', 'on-demand', 90),
    )
    .build(),
];
const offering = {
  instanceType: 'm5.large',
  zone: 'zone-a',
  capacityType: 'spot',
  priceMicroUsdPerHour: 100,
} as const;

describe('atOverlaidPrice', () => {
  it('has the price of the NodeOverlay, and keeps the price of the cloud', () => {
    expect(atOverlaidPrice(offering, types)).toEqual({
      ...offering,
      priceMicroUsdPerHour: 5,
      priceOverlay,
    });
  });

  it.each([
    ['in another zone', { zone: 'zone-b' }],
    ['of another capacity type, which no overlay changes', { capacityType: 'on-demand' as const }],
    ['of another instance type', { instanceType: 'm5.xlarge' }],
  ])('is the same offering %s', (_, fields) => {
    const other = { ...offering, ...fields };
    expect(atOverlaidPrice(other, types)).toBe(other);
  });

  it('keeps the offerings of different lists apart', () => {
    expect(atOverlaidPrice(offering, [])).toBe(offering);
    expect(atOverlaidPrice(offering, types).priceMicroUsdPerHour).toBe(5);
  });
});
