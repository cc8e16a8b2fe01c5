import { describe, expect, it } from 'vitest';
import { readPrice } from './on-demand-prices.js';
import { pricingRegion } from './pricing-region.js';
import { newestOfEach } from './spot-prices.js';

const product = (usd: unknown, currency = 'USD') =>
  JSON.stringify({
    product: { attributes: { instanceType: 'm5.large' } },
    terms: {
      OnDemand: { X: { priceDimensions: { 'X.Y': { pricePerUnit: { [currency]: usd } } } } },
    },
  });

describe('on-demand prices', () => {
  it('are exact to a millionth of a dollar', () => {
    expect(readPrice(product('0.0960000000'))).toEqual({
      instanceType: 'm5.large',
      priceMicroUsdPerHour: 96_000,
    });
  });

  it.each([
    ['zero', product('0.0000000000')],
    ['another currency', product('0.66', 'CNY')],
    ['no number', product('free')],
    ['a number that is no text', product(0.096)],
    ['no terms', '{"product":{"attributes":{"instanceType":"m5.large"}}}'],
    ['nothing', '{}'],
    ['null', 'null'],
    ['no JSON', '<html>'],
  ])('are unknown with %s', (_, text) => {
    expect(readPrice(text)).toBeNull();
  });

  it.each([
    ['us-west-2', 'us-east-1'],
    ['sa-east-1', 'us-east-1'],
    ['ap-southeast-1', 'ap-south-1'],
    ['eu-north-1', 'eu-central-1'],
    ['cn-north-1', 'cn-northwest-1'],
  ])('of %s are asked in %s', (region, endpoint) => {
    expect(pricingRegion(region)).toBe(endpoint);
  });
});

describe('spot prices', () => {
  it('are the newest of each type and zone, sorted', () => {
    const price = (instanceType: string, zone: string, at: number) => ({
      instanceType,
      zone,
      priceMicroUsdPerHour: at,
      at,
    });
    const prices = [
      price('m5.large', 'us-east-1b', 1),
      price('m5.large', 'us-east-1a', 2),
      price('m5.large', 'us-east-1a', 3),
      price('m5.large', 'us-east-1a', 1),
      price('c5.large', 'us-east-1a', 5),
    ];
    const summary = newestOfEach(prices).map(
      ({ instanceType, zone, at }) => `${instanceType} ${zone} ${at}`,
    );
    expect(summary).toEqual([
      'c5.large us-east-1a 5',
      'm5.large us-east-1a 3',
      'm5.large us-east-1b 1',
    ]);
  });
});
