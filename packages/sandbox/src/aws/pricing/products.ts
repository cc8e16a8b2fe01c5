import {
  GetProducts$,
  type GetProductsRequest,
  type GetProductsResponse,
} from '@aws-sdk/client-pricing';
import type { CatalogType } from '../../data/instance-catalog.js';
import { regions } from '../../world/compute/regions.js';
import { hexDigits } from '../../world/random/seeded-random.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { sortByKey, takePage } from '../page.js';
import { operation } from '../service.js';

const serviceCode = 'AmazonEC2';

/** An entry of the price list: one instance type in one region. */
interface Product {
  readonly sku: string;
  readonly productFamily: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly microUsdPerHour: number;
}

function getProducts(call: Call, input: Open<GetProductsRequest>): Open<GetProductsResponse> {
  if (input.ServiceCode !== serviceCode) {
    throw new AwsError(
      'NotFoundException',
      `The sandbox has no price list of ${input.ServiceCode}.`,
    );
  }
  const matches = compileFilters(input.Filters);
  const page = takePage(
    sortByKey(productsOf(call), ({ sku }) => sku).filter(matches),
    ({ sku }) => sku,
    { max: input.MaxResults, token: input.NextToken },
    {
      lowest: 1,
      highest: 100,
      sizeCode: 'InvalidParameterException',
      tokenCode: 'InvalidNextTokenException',
    },
  );
  return {
    FormatVersion: 'aws_v1',
    PriceList: page.items.map((product) => JSON.stringify(toPriceListEntry(product))),
    NextToken: page.next,
  };
}

/** @throws AwsError if a filter type is not simulated */
function compileFilters(
  filters: Open<GetProductsRequest>['Filters'],
): (product: Product) => boolean {
  const unknown = filters?.find(({ Type }) => Type !== 'TERM_MATCH' && Type !== 'EQUALS');
  if (unknown !== undefined) {
    throw new AwsError(
      'InvalidParameterException',
      `The sandbox does not simulate filters of type ${unknown.Type}.`,
    );
  }
  // Field names are case-insensitive: `serviceCode` matches the attribute `servicecode`.
  const wanted = (filters ?? []).map(
    ({ Field = '', Value }) => [Field.toLowerCase(), Value] as const,
  );
  return (product) => {
    const values = new Map(
      Object.entries(product.attributes).map(([name, value]) => [name.toLowerCase(), value]),
    );
    values.set('productfamily', product.productFamily);
    return wanted.every(([field, value]) => values.get(field) === value);
  };
}

/** Each endpoint returns the prices of all regions. */
function* productsOf(call: Call): Generator<Product, void> {
  for (const type of call.world.catalog.values()) {
    for (const [regionName, { longName }] of regions) {
      const microUsdPerHour = call.world.prices.onDemand(regionName, type.name);
      if (microUsdPerHour !== null)
        yield toProduct(type, { regionName, longName, microUsdPerHour });
    }
  }
}

function toProduct(
  type: CatalogType,
  sold: {
    readonly regionName: string;
    readonly longName: string;
    readonly microUsdPerHour: number;
  },
): Product {
  return {
    sku: hexDigits(16, 'sku', sold.regionName, type.name).toUpperCase(),
    productFamily: type.isBareMetal ? 'Compute Instance (bare metal)' : 'Compute Instance',
    attributes: {
      servicecode: serviceCode,
      regionCode: sold.regionName,
      location: sold.longName,
      locationType: 'AWS Region',
      instanceType: type.name,
      currentGeneration: type.isCurrentGeneration ? 'Yes' : 'No',
      vcpu: String(type.vcpus),
      memory: `${type.memoryMiB / 1024} GiB`,
      operatingSystem: 'Linux',
      preInstalledSw: 'NA',
      licenseModel: 'No License required',
      capacitystatus: 'Used',
      marketoption: 'OnDemand',
      // AWS lists bare metal under dedicated tenancy at the price of the whole machine.
      tenancy: type.isBareMetal ? 'Dedicated' : 'Shared',
      operation: 'RunInstances',
    },
    microUsdPerHour: sold.microUsdPerHour,
  };
}

function toPriceListEntry(product: Product): object {
  const { sku, productFamily, attributes, microUsdPerHour } = product;
  const term = `${sku}.JRTCKXETXF`;
  const dimension = `${term}.6YS6EN2CT7`;
  return {
    serviceCode,
    product: { sku, productFamily, attributes },
    terms: {
      OnDemand: {
        [term]: {
          sku,
          offerTermCode: 'JRTCKXETXF',
          priceDimensions: {
            [dimension]: {
              rateCode: dimension,
              unit: 'Hrs',
              beginRange: '0',
              endRange: 'Inf',
              pricePerUnit: { USD: (microUsdPerHour / 1e6).toFixed(10) },
            },
          },
        },
      },
    },
  };
}

export const productOperations = [operation(GetProducts$, getProducts)];
