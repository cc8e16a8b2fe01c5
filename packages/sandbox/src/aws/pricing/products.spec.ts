import {
  type Filter,
  GetProductsCommand,
  PricingClient,
  paginateGetProducts,
} from '@aws-sdk/client-pricing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrator, configFor, type Fixture, startFixture } from '../../testing/aws-fixture.js';

let fixture: Fixture;
let pricing: PricingClient;
beforeAll(async () => {
  fixture = await startFixture();
  // The price list has endpoints in few regions; European clients use Frankfurt.
  pricing = new PricingClient(configFor(fixture.server, administrator, 'eu-central-1'));
});
afterAll(async () => {
  await fixture.close();
});

const equal = (Field: string, Value: string): Filter => ({ Type: 'TERM_MATCH', Field, Value });

/** Requests prices as Karpenter does. */
async function pricesOf(region: string, tenancy: string, family: string) {
  const prices = new Map<string, string>();
  const Filters = [
    equal('regionCode', region),
    equal('serviceCode', 'AmazonEC2'),
    equal('preInstalledSw', 'NA'),
    equal('operatingSystem', 'Linux'),
    equal('capacitystatus', 'Used'),
    equal('marketoption', 'OnDemand'),
    equal('tenancy', tenancy),
    equal('productFamily', family),
  ];
  const requested = { ServiceCode: 'AmazonEC2', Filters, MaxResults: 100 };
  for await (const page of paginateGetProducts({ client: pricing }, requested)) {
    for (const entry of page.PriceList ?? []) {
      const { product, terms } = JSON.parse(String(entry));
      const [term] = Object.values(Object(terms.OnDemand));
      const [dimension] = Object.values(Object(Object(term).priceDimensions));
      prices.set(product.attributes.instanceType, Object(dimension).pricePerUnit.USD);
    }
  }
  return prices;
}

describe('GetProducts', () => {
  it('lists every price of a region', async () => {
    const prices = await pricesOf('eu-west-1', 'Shared', 'Compute Instance');
    const expected = [...fixture.world.catalog.values()].filter(
      ({ name, isBareMetal }) =>
        !isBareMetal && fixture.world.prices.onDemand('eu-west-1', name) !== null,
    );
    expect(prices.size).toBe(expected.length);
    expect(prices.get('m5.large')).toBe('0.1070000000');
    expect(prices.has('t8i.nano')).toBe(false);
  });

  it('lists bare metal under dedicated tenancy', async () => {
    const prices = await pricesOf('us-east-1', 'Dedicated', 'Compute Instance (bare metal)');
    expect(prices.get('i4i.metal')).toBe('10.9820000000');
    expect(prices.has('m5.large')).toBe(false);
  });

  it('refuses unsupported requests', async () => {
    await expect(
      pricing.send(new GetProductsCommand({ ServiceCode: 'AmazonS3' })),
    ).rejects.toMatchObject({ name: 'NotFoundException' });
    const Filters: Filter[] = [{ Type: 'CONTAINS', Field: 'instanceType', Value: 'm5' }];
    await expect(
      pricing.send(new GetProductsCommand({ ServiceCode: 'AmazonEC2', Filters })),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(
      pricing.send(new GetProductsCommand({ ServiceCode: 'AmazonEC2', NextToken: 'x' })),
    ).rejects.toMatchObject({ name: 'InvalidNextTokenException' });
    await expect(
      pricing.send(new GetProductsCommand({ ServiceCode: 'AmazonEC2', MaxResults: 101 })),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});
