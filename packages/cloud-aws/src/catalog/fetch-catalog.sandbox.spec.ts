import type { CatalogFacts } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstanceTypeResolver } from '../instance-types/resolver.js';
import { given, someNodeClass, someSettings } from '../testing/builders.js';
import { region, type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let catalog: CatalogFacts;
let prices: ReadonlyMap<string, number>;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
  catalog = await sandbox.cloud.fetchCatalog(sandbox.target);
  prices = await sandbox.cloud.fetchOnDemandPrices(sandbox.target);
});
afterAll(() => sandbox.close());

const factsOf = (name: string) => given(catalog.instanceTypes.find((type) => type.name === name));

describe('the catalog of a region', () => {
  it('has hundreds of types, each once, sorted by name', () => {
    const names = catalog.instanceTypes.map(({ name }) => name);
    expect(catalog.region).toBe(region);
    expect(names.length).toBeGreaterThan(800);
    expect(names).toEqual([...new Set(names)].toSorted());
  });

  it("has EC2's values for a type", () => {
    expect(factsOf('m5.xlarge')).toMatchObject({
      vcpus: 4,
      memoryMiB: 16_384,
      architectures: ['amd64'],
      usageClasses: ['on-demand', 'spot'],
      hypervisor: 'nitro',
      networkBandwidthMbps: 1250,
      networkCards: [{ maximumInterfaces: 4 }],
      ipv4PerInterface: 15,
      podEniBranchInterfaces: 18,
    });
    expect(factsOf('m5.xlarge').zones).toContain('us-east-1a');
  });

  it('counts devices', () => {
    expect(factsOf('g5.xlarge').gpus).toMatchObject([{ name: 'A10G', count: 1 }]);
    expect(factsOf('inf2.xlarge').accelerators).toMatchObject([{ manufacturer: 'AWS', cores: 2 }]);
  });

  it('needs no permission to read prices', async () => {
    const { instanceTypes } = await sandbox.cloud.fetchCatalog(sandbox.targetOf(['ec2:*']));
    expect(instanceTypes.length).toBe(catalog.instanceTypes.length);
  });
});

describe('on-demand prices of a region', () => {
  it('are one for each listed type, bare metal included', () => {
    expect(prices.get('m5.xlarge')).toBe(192_000);
    expect(prices.get('m5.metal')).toBe(4_608_000);
  });

  it('fail if the list has none in dollars, because an empty list would end all launches', async () => {
    const target = { ...sandbox.target, region: 'xx-central-1' };
    await expect(sandbox.cloud.fetchOnDemandPrices(target)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
      retry: { kind: 'backoff' },
      message: 'The price list has no prices in US dollars for xx-central-1.',
    });
  });

  it('fail with the missing permission', async () => {
    const target = sandbox.targetOf(['ec2:*']);
    await expect(sandbox.cloud.fetchOnDemandPrices(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      message: expect.stringContaining('pricing:GetProducts'),
    });
  });
});

describe('spot prices of a region', () => {
  it('are one for each type and zone, below on-demand for most', async () => {
    const spotPrices = await sandbox.cloud.fetchSpotPrices(sandbox.target);
    const pools = new Set(spotPrices.map(({ instanceType, zone }) => `${instanceType}/${zone}`));
    expect(pools.size).toBe(spotPrices.length);
    const m5 = spotPrices.filter(({ instanceType }) => instanceType === 'm5.xlarge');
    expect(m5.length).toBeGreaterThan(1);
    expect(m5.every(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour < 192_000)).toBe(true);
  });
});

describe('the catalog of an EC2NodeClass', () => {
  it('has offerings in its zones for every type', async () => {
    const [spotPrices, resolution] = await Promise.all([
      sandbox.cloud.fetchSpotPrices(sandbox.target),
      sandbox.cloud.resolveNodeClass(
        sandbox.target,
        { name: 'default', spec: someNodeClass() },
        '1.34',
        'auto',
      ),
    ]);
    const types = createInstanceTypeResolver().resolve({
      catalog,
      spotPrices,
      resolution,
      nodeClass: someNodeClass(),
      unavailable: [],
      reservedLaunches: [],
      zonalShifts: [],
      learnedMemory: [],
      settings: someSettings(),
    });
    expect(types.length).toBeGreaterThan(700);
    const zones = types.flatMap(({ offerings }) => offerings.map(({ zone }) => zone));
    expect(new Set(zones)).toEqual(new Set(['us-east-1a', 'us-east-1b', 'us-east-1c']));
    // AL2023 publishes no image for Neuron devices here.
    expect(types.some(({ name }) => name.startsWith('inf2.'))).toBe(false);
  });
});
