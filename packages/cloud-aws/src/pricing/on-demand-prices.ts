import { type Filter, paginateGetProducts } from '@aws-sdk/client-pricing';
import { AppError, isRecord, type MicroUsdPerHour, parseUsd } from '@kerf/core';
import type { AwsSession } from '../clients.js';

/** Linux on shared hardware, and bare metal, which the price list has as dedicated. */
const products = [
  { tenancy: 'Shared', productFamily: 'Compute Instance' },
  { tenancy: 'Dedicated', productFamily: 'Compute Instance (bare metal)' },
] as const;

/**
 * Returns the on-demand prices of the target's region, by instance type.
 * @throws CLOUD.INVALID with a retry if the list has none in dollars, as in China: without a price
 * list, types have estimated prices, but a type that is missing in a list is not launched
 */
export async function fetchOnDemandPrices(
  session: AwsSession,
): Promise<ReadonlyMap<string, MicroUsdPerHour>> {
  const lists = await Promise.all(
    products.map((product) => fetchPrices(session, { ...product, ...linuxOnDemand })),
  );
  const prices = new Map(lists.flatMap((list) => [...list]));
  if (prices.size > 0) return prices;
  throw new AppError({
    code: 'CLOUD.INVALID',
    message: `The price list has no prices in US dollars for ${session.target.region}.`,
    retry: { kind: 'backoff' },
  });
}

const linuxOnDemand = {
  preInstalledSw: 'NA',
  operatingSystem: 'Linux',
  capacitystatus: 'Used',
  marketoption: 'OnDemand',
} as const;

function fetchPrices(
  session: AwsSession,
  attributes: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, MicroUsdPerHour>> {
  const conditions = { regionCode: session.target.region, ...attributes };
  const filters = Object.entries(conditions).map(
    ([Field, Value]): Filter => ({ Type: 'TERM_MATCH', Field, Value }),
  );
  return session.call(
    'pricing:GetProducts',
    async (options) => {
      const pages = paginateGetProducts(
        { client: session.pricing, pageSize: 100 },
        { ServiceCode: 'AmazonEC2', FormatVersion: 'aws_v1', Filters: filters },
        options,
      );
      const prices = new Map<string, MicroUsdPerHour>();
      for await (const { PriceList = [] } of pages) {
        for (const product of PriceList) {
          const price = readPrice(String(product));
          if (price !== null) prices.set(price.instanceType, price.priceMicroUsdPerHour);
        }
      }
      return prices;
    },
    'slow',
  );
}

/**
 * Returns the hourly price of one product of the list, which is JSON in a string.
 * @returns `null` if the price is not in dollars or is not valid; such a type has no price
 */
export function readPrice(
  product: string,
): { readonly instanceType: string; readonly priceMicroUsdPerHour: MicroUsdPerHour } | null {
  const root = parseJson(product);
  const instanceType = at(root, 'product', 'attributes', 'instanceType');
  const [term] = valuesOf(at(root, 'terms', 'OnDemand'));
  const [dimension] = valuesOf(at(term, 'priceDimensions'));
  const text = at(dimension, 'pricePerUnit', 'USD');
  if (typeof instanceType !== 'string' || typeof text !== 'string') return null;
  const price = parseUsd(text);
  // The list has the price 0 for offerings that are not sold.
  return price.ok && price.value > 0 ? { instanceType, priceMicroUsdPerHour: price.value } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

const valuesOf = (value: unknown): readonly unknown[] =>
  isRecord(value) || Array.isArray(value) ? Object.values(value) : [];
