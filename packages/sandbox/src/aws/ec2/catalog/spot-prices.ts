import {
  DescribeSpotPriceHistory$,
  type DescribeSpotPriceHistoryRequest,
  type DescribeSpotPriceHistoryResult,
} from '@aws-sdk/client-ec2';
import type { SpotPool, SpotPrice } from '../../../world/compute/prices.js';
import { regions } from '../../../world/compute/regions.js';
import type { Open } from '../../../world/state/open.js';
import { type Call } from '../../operation.js';
import { takePage } from '../../page.js';
import { operation } from '../../service.js';
import { ec2Limits, endDryRun } from '../describe.js';
import { compileFilters, type FilterTable } from '../filters.js';

/** Product descriptions; EC2 lists the same prices under both. */
const products = ['Linux/UNIX', 'Linux/UNIX (Amazon VPC)'] as const;

interface SpotRecord {
  readonly pool: SpotPool;
  readonly product: string;
  readonly price: SpotPrice;
}

const filters: FilterTable<Omit<SpotRecord, 'price'>> = {
  'availability-zone': ({ pool }) => [pool.zone],
  'instance-type': ({ pool }) => [pool.instanceType],
  'product-description': ({ product }) => [product],
};

function describeSpotPriceHistory(
  call: Call,
  input: Open<DescribeSpotPriceHistoryRequest>,
): Open<DescribeSpotPriceHistoryResult> {
  endDryRun(input.DryRun);
  const request = { max: input.MaxResults, token: input.NextToken };
  const page = takePage(recordsOf(call, input), keyOf, request, {
    ...ec2Limits(1, 10_000),
    defaultSize: 1000,
  });
  return {
    SpotPriceHistory: page.items.map(({ pool, product, price }) => ({
      AvailabilityZone: pool.zone,
      InstanceType: pool.instanceType,
      ProductDescription: product,
      SpotPrice: (price.microUsdPerHour / 1e6).toFixed(6),
      Timestamp: new Date(price.since),
    })),
    NextToken: page.next,
  };
}

/**
 * Yields records by type, zone and product, newest first in each. Lazily, because without a start
 * the history is long and a page short.
 */
function* recordsOf(
  call: Call,
  input: Open<DescribeSpotPriceHistoryRequest>,
): Generator<SpotRecord, void> {
  const { prices, timers } = call.world;
  const to = Math.min(input.EndTime?.getTime() ?? Number.MAX_SAFE_INTEGER, timers.now());
  const from = Math.min(input.StartTime?.getTime() ?? 0, to);
  const matches = compileFilters(input.Filters, filters);
  for (const { pool, product } of seriesOf(call, input)) {
    if (!matches({ pool, product })) continue;
    for (const price of prices.spotHistory(pool, from, to)) yield { pool, product, price };
  }
}

function* seriesOf(
  call: Call,
  input: Open<DescribeSpotPriceHistoryRequest>,
): Generator<Omit<SpotRecord, 'price'>, void> {
  const types = wanted([...call.world.catalog.keys()], input.InstanceTypes);
  const zones = (regions.get(call.region)?.zones ?? []).filter(
    ({ name, id }) =>
      name === (input.AvailabilityZone ?? name) && id === (input.AvailabilityZoneId ?? id),
  );
  for (const instanceType of types) {
    for (const { name: zone } of zones) {
      for (const product of wanted(products, input.ProductDescriptions)) {
        yield { pool: { region: call.region, zone, instanceType }, product };
      }
    }
  }
}

/** Returns the requested names, or all if none is requested. */
function wanted(all: readonly string[], names: readonly string[] | undefined): readonly string[] {
  return names === undefined || names.length === 0
    ? all
    : all.filter((name) => names.includes(name));
}

/**
 * Returns a key that ascends in the order of {@link recordsOf}: newer prices have smaller numbers.
 * A tab sorts before all characters of names.
 */
function keyOf({ pool, product, price }: SpotRecord): string {
  const age = String(Number.MAX_SAFE_INTEGER - price.since).padStart(16, '0');
  return [pool.instanceType, pool.zone, product, age].join('\t');
}

export const spotPriceOperations = [operation(DescribeSpotPriceHistory$, describeSpotPriceHistory)];
