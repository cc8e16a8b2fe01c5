import {
  DescribeInstanceTypesCommand,
  type InstanceTypeInfo,
  type InstanceTypeOffering,
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeInstanceTypes,
  paginateDescribeSpotPriceHistory,
  type SpotPrice,
} from '@aws-sdk/client-ec2';
import { paginateGetProducts } from '@aws-sdk/client-pricing';
import { isRecord } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allPages } from './all-pages.js';
import { type AwsBackend, region, startBackend } from './backend.js';
import { isMissing, unlikeMoto } from './differences.js';

// moto sends all instance types at once, which takes it some seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let aws: AwsBackend;
let types: readonly InstanceTypeInfo[];
let offerings: readonly InstanceTypeOffering[];
beforeAll(async () => {
  aws = await startBackend();
  types = await describeTypes();
  offerings = await describeOfferings();
});
afterAll(() => aws.close());

/** Describes instance types as the product does. */
async function describeTypes(): Promise<readonly InstanceTypeInfo[]> {
  const Filters = [
    { Name: 'supported-virtualization-type', Values: ['hvm'] },
    { Name: 'processor-info.supported-architecture', Values: ['x86_64', 'arm64'] },
  ];
  const pages = paginateDescribeInstanceTypes({ client: aws.ec2, pageSize: 100 }, { Filters });
  return (await allPages(pages)).flatMap(({ InstanceTypes = [] }) => InstanceTypes);
}

async function describeOfferings(): Promise<readonly InstanceTypeOffering[]> {
  const pages = paginateDescribeInstanceTypeOfferings(
    { client: aws.ec2, pageSize: 1000 },
    { LocationType: 'availability-zone' },
  );
  return (await allPages(pages)).flatMap(({ InstanceTypeOfferings = [] }) => InstanceTypeOfferings);
}

const namesOf = (infos: readonly InstanceTypeInfo[]): readonly string[] =>
  infos.map(({ InstanceType = '' }) => InstanceType);

describe('DescribeInstanceTypes', () => {
  it('lists each matching type once over all pages', () => {
    expect(new Set(namesOf(types)).size).toBe(types.length);
    expect(namesOf(types)).toEqual(expect.arrayContaining(['m5.large', 'm7g.large', 'g5.xlarge']));
    const architectures = types.flatMap(
      ({ ProcessorInfo }) => ProcessorInfo?.SupportedArchitectures ?? [],
    );
    expect(architectures).toEqual(expect.arrayContaining(['x86_64', 'arm64']));
  });

  it('describes what the engine plans with', () => {
    expect(types.find(({ InstanceType }) => InstanceType === 'm5.large')).toMatchObject({
      VCpuInfo: { DefaultVCpus: 2 },
      MemoryInfo: { SizeInMiB: 8192 },
      ProcessorInfo: { SupportedArchitectures: ['x86_64'], Manufacturer: 'Intel' },
      SupportedUsageClasses: ['on-demand', 'spot'],
      BareMetal: false,
      BurstablePerformanceSupported: false,
      Hypervisor: 'nitro',
      NetworkInfo: {
        MaximumNetworkInterfaces: 3,
        Ipv4AddressesPerInterface: 10,
        DefaultNetworkCardIndex: 0,
        EfaSupported: false,
      },
    });
    expect(types.find(({ InstanceType }) => InstanceType === 'g5.xlarge')).toMatchObject({
      GpuInfo: { Gpus: [{ Name: 'A10G', Manufacturer: 'NVIDIA', Count: 1 }] },
      InstanceStorageInfo: { TotalSizeInGB: 250 },
    });
  });

  it('selects by name', async () => {
    const { InstanceTypes = [] } = await aws.ec2.send(
      new DescribeInstanceTypesCommand({ InstanceTypes: ['m5.large', 'c5.large'] }),
    );
    expect(namesOf(InstanceTypes).toSorted()).toEqual(['c5.large', 'm5.large']);
  });

  it(
    'has as many types to a page as requested',
    unlikeMoto('type-pages', async () => {
      const { InstanceTypes, NextToken } = await aws.ec2.send(
        new DescribeInstanceTypesCommand({ MaxResults: 5 }),
      );
      expect(InstanceTypes).toHaveLength(5);
      expect(NextToken).toEqual(expect.any(String));
    }),
  );
});

describe('DescribeInstanceTypeOfferings', () => {
  it('lists the zones of each type once', () => {
    const keys = offerings.map(({ InstanceType, Location }) => `${InstanceType} ${Location}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(expect.arrayContaining([`m5.large ${region}a`, `m5.large ${region}b`]));
    expect(new Set(offerings.map(({ LocationType }) => LocationType))).toEqual(
      new Set(['availability-zone']),
    );
  });
});

describe('DescribeSpotPriceHistory', () => {
  const current = async (): Promise<readonly SpotPrice[]> => {
    const pages = paginateDescribeSpotPriceHistory(
      { client: aws.ec2, pageSize: 1000 },
      { StartTime: new Date(), ProductDescriptions: ['Linux/UNIX', 'Linux/UNIX (Amazon VPC)'] },
    );
    return (await allPages(pages)).flatMap(({ SpotPriceHistory = [] }) => SpotPriceHistory);
  };

  it('has a price in dollars for a type in each of its zones', async () => {
    const prices = (await current()).filter(({ InstanceType }) => InstanceType === 'm5.large');
    expect(prices.map(({ AvailabilityZone }) => AvailabilityZone)).toEqual(
      expect.arrayContaining([`${region}a`, `${region}b`]),
    );
    for (const { SpotPrice: price, Timestamp } of prices) {
      expect(price).toMatch(/^\d+\.\d+$/);
      expect(Timestamp).toBeInstanceOf(Date);
    }
  });

  it(
    'has prices that are below on-demand, and from before now',
    unlikeMoto('spot-prices', async () => {
      const prices = (await current()).filter(({ InstanceType }) => InstanceType === 'm5.large');
      for (const { SpotPrice: price, Timestamp } of prices) {
        expect(Number(price)).toBeGreaterThan(0.01);
        expect(Number(price)).toBeLessThan(0.096);
        expect(Timestamp?.getTime()).toBeGreaterThan(Date.UTC(2020, 0));
      }
    }),
  );
});

describe.skipIf(isMissing('pricing'))('GetProducts', () => {
  it('has the on-demand price of each type once over all pages', async () => {
    const conditions = {
      regionCode: region,
      tenancy: 'Shared',
      productFamily: 'Compute Instance',
      preInstalledSw: 'NA',
      operatingSystem: 'Linux',
      capacitystatus: 'Used',
      marketoption: 'OnDemand',
    };
    const Filters = Object.entries(conditions).map(([Field, Value]) => ({
      Type: 'TERM_MATCH' as const,
      Field,
      Value,
    }));
    const pages = await allPages(
      paginateGetProducts(
        { client: aws.pricing, pageSize: 100 },
        { ServiceCode: 'AmazonEC2', FormatVersion: 'aws_v1', Filters },
      ),
    );
    expect(pages.length).toBeGreaterThan(1);
    const products = pages.flatMap(({ PriceList = [] }) =>
      PriceList.map((product: unknown): unknown => JSON.parse(String(product))),
    );
    const names = products.map((product) => at(product, 'product', 'attributes', 'instanceType'));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('m5.large');
  });
});

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
