import {
  DescribeSpotPriceHistoryCommand,
  type DescribeSpotPriceHistoryCommandInput,
  paginateDescribeSpotPriceHistory,
  type SpotPrice,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../../../testing/aws-fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.close();
});

const hourMs = 3_600_000;

async function history(input: DescribeSpotPriceHistoryCommandInput): Promise<SpotPrice[]> {
  const found: SpotPrice[] = [];
  const pages = paginateDescribeSpotPriceHistory({ client: fixture.ec2 }, input);
  for await (const page of pages) found.push(...(page.SpotPriceHistory ?? []));
  return found;
}

const nameOf = (each: SpotPrice) =>
  [each.InstanceType, each.AvailabilityZone, each.ProductDescription].join(' ');

describe('DescribeSpotPriceHistory', () => {
  it('returns the current price of every pool for a start of now', async () => {
    const found = await history({
      ProductDescriptions: ['Linux/UNIX', 'Linux/UNIX (Amazon VPC)'],
      StartTime: new Date(fixture.clock.now()),
      MaxResults: 2000,
    });
    const names = found.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
    const { catalog, prices } = fixture.world;
    const pools = [...catalog.keys()].flatMap((instanceType) =>
      ['us-east-1a', 'us-east-1b', 'us-east-1c']
        .map((zone) => ({ region: 'us-east-1', zone, instanceType }))
        .filter((pool) => prices.spot(pool, fixture.clock.now()) !== null),
    );
    expect(found).toHaveLength(2 * pools.length);
    const large = found.find((each) => nameOf(each) === 'm5.large us-east-1b Linux/UNIX');
    const price = prices.spot(
      { region: 'us-east-1', zone: 'us-east-1b', instanceType: 'm5.large' },
      fixture.clock.now(),
    );
    expect(Number(large?.SpotPrice) * 1e6).toBeCloseTo(price!.microUsdPerHour, 3);
  });

  it('returns the history, newest first, for any page size', async () => {
    fixture.advance(48 * hourMs);
    const requested: DescribeSpotPriceHistoryCommandInput = {
      InstanceTypes: ['m5.large', 'c5.xlarge'],
      ProductDescriptions: ['Linux/UNIX'],
      Filters: [{ Name: 'availability-zone', Values: ['us-east-1a'] }],
    };
    const found = await history(requested);
    expect(found).toHaveLength(18);
    const large = found.filter(({ InstanceType }) => InstanceType === 'm5.large');
    const times = large.map(({ Timestamp }) => Timestamp!.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(await history({ ...requested, MaxResults: 7 })).toEqual(found);
  });

  it('refuses an unknown filter', async () => {
    const command = new DescribeSpotPriceHistoryCommand({
      Filters: [{ Name: 'colour', Values: ['red'] }],
    });
    await expect(fixture.ec2.send(command)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
  });
});
