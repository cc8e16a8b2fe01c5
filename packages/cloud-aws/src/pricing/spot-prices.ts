import {
  type SpotPrice as AwsSpotPrice,
  paginateDescribeSpotPriceHistory,
} from '@aws-sdk/client-ec2';
import type { SpotPrice } from '@kerf/application';
import { compareKeys, type Instant, parseUsd } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { collectPages } from '../pages.js';

/** Returns the latest spot price of each instance type in each zone. */
export async function fetchSpotPrices(
  session: AwsSession,
  now: Instant,
): Promise<readonly SpotPrice[]> {
  const history = await session.call('ec2:DescribeSpotPriceHistory', (options) =>
    collectPages(
      paginateDescribeSpotPriceHistory(
        { client: session.ec2, pageSize: 1000 },
        {
          // A range that starts now returns the current prices.
          StartTime: new Date(now),
          ProductDescriptions: ['Linux/UNIX', 'Linux/UNIX (Amazon VPC)'],
        },
        options,
      ),
      (page) => page.SpotPriceHistory,
    ),
  );
  return newestOfEach(history.flatMap(toSpotPrice));
}

/** Sorts by type and zone, so that equal prices give equal bytes. */
export function newestOfEach(prices: readonly SpotPrice[]): readonly SpotPrice[] {
  const byPool = new Map<string, SpotPrice>();
  for (const price of prices) {
    const pool = `${price.instanceType}/${price.zone}`;
    const other = byPool.get(pool);
    if (other === undefined || other.at < price.at) byPool.set(pool, price);
  }
  return [...byPool].toSorted(compareKeys).map(([, price]) => price);
}

function toSpotPrice(price: AwsSpotPrice): readonly SpotPrice[] {
  const { InstanceType: instanceType, AvailabilityZone: zone, SpotPrice: text, Timestamp } = price;
  const parsed = parseUsd(text ?? '');
  if (instanceType === undefined || zone === undefined || !parsed.ok) return [];
  return [
    { instanceType, zone, priceMicroUsdPerHour: parsed.value, at: Timestamp?.getTime() ?? 0 },
  ];
}
