import { isDeepStrictEqual } from 'node:util';
import {
  type _InstanceType,
  DescribeInstanceTypesCommand,
  EC2Client,
  type InstanceTypeInfo,
  paginateDescribeInstanceTypeOfferings,
  paginateDescribeInstanceTypes,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  administrator,
  configFor,
  type Fixture,
  startFixture,
} from '../../../testing/aws-fixture.js';
import { services } from '../../services.js';
import { toInstanceTypeInfo } from './instance-type-info.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(async () => {
  await fixture.close();
});

async function listTypes(client: EC2Client): Promise<InstanceTypeInfo[]> {
  const found: InstanceTypeInfo[] = [];
  const pages = paginateDescribeInstanceTypes(
    { client },
    {
      MaxResults: 100,
      Filters: [
        { Name: 'supported-virtualization-type', Values: ['hvm'] },
        { Name: 'processor-info.supported-architecture', Values: ['x86_64', 'arm64'] },
      ],
    },
  );
  for await (const page of pages) found.push(...(page.InstanceTypes ?? []));
  return found;
}

describe('DescribeInstanceTypes', () => {
  it('returns every type of the catalog unchanged to the real client', async () => {
    const catalog = [...fixture.world.catalog.values()];
    expect(catalog).toHaveLength(1395);
    const written = catalog.map((type) => toInstanceTypeInfo(type));
    const service = services.get('ec2')!;
    const operation = service.operations.get('DescribeInstanceTypes')!;
    const reply = service.protocol.writeOutput(operation, { InstanceTypes: written }, 'request-1');
    const client = new EC2Client({
      ...fixture.config,
      requestHandler: {
        handle: () =>
          Promise.resolve({
            response: { statusCode: 200, headers: {}, body: new TextEncoder().encode(reply.body) },
          }),
      },
      streamCollector: (body: Uint8Array) => Promise.resolve(body),
    });
    const answer = await client.send(new DescribeInstanceTypesCommand({}));
    expect(answer.InstanceTypes).toHaveLength(written.length);
    // One assertion over all types takes seconds.
    const differing = written.filter(
      (type, index) => !isDeepStrictEqual(type, answer.InstanceTypes?.[index]),
    );
    expect(differing).toEqual([]);
    // 1,395 types in one response: seconds on a busy machine.
  });

  it('pages through the types of a region', async () => {
    const types = await listTypes(fixture.ec2);
    const names = types.map(({ InstanceType }) => InstanceType ?? '');
    expect(new Set(names).size).toBe(names.length);
    const offered = [...fixture.world.catalog.values()].filter(
      ({ offers, architectures }) =>
        offers.has('us-east-1') && architectures.some((each) => ['x86_64', 'arm64'].includes(each)),
    );
    expect([...names].sort()).toEqual(offered.map(({ name }) => name).sort());
  });

  it('offers other types in another region', async () => {
    const ireland = new EC2Client(configFor(fixture.server, administrator, 'eu-west-1'));
    const names = new Set((await listTypes(ireland)).map(({ InstanceType }) => InstanceType));
    expect(names.has('m5.large')).toBe(true);
    expect(names.has('p5.48xlarge')).toBe(false);
  });

  it('has the fields that a scheduler needs', async () => {
    const { InstanceTypes = [] } = await fixture.ec2.send(
      new DescribeInstanceTypesCommand({
        InstanceTypes: ['g5.xlarge', 'trn1.32xlarge', 't2.micro'],
      }),
    );
    const [g5, t2, trn1] = InstanceTypes;
    expect(g5).toMatchObject({
      InstanceType: 'g5.xlarge',
      VCpuInfo: { DefaultVCpus: 4, DefaultCores: 2, DefaultThreadsPerCore: 2 },
      MemoryInfo: { SizeInMiB: 16384 },
      Hypervisor: 'nitro',
      InstanceStorageInfo: { TotalSizeInGB: 250, NvmeSupport: 'required' },
      NetworkInfo: { MaximumNetworkInterfaces: 4, Ipv4AddressesPerInterface: 15 },
      GpuInfo: { Gpus: [{ Name: 'A10G', Manufacturer: 'NVIDIA', Count: 1 }] },
      ProcessorInfo: { SupportedArchitectures: ['x86_64'], Manufacturer: 'AMD' },
    });
    expect(t2).toMatchObject({ BurstablePerformanceSupported: true, Hypervisor: 'xen' });
    expect(trn1?.NeuronInfo?.NeuronDevices).toMatchObject([{ Name: 'Trainium', Count: 16 }]);
    expect(trn1?.NetworkInfo?.NetworkCards?.map((card) => card.MaximumNetworkInterfaces)).toEqual([
      5, 5, 5, 5, 5, 5, 5, 5,
    ]);
  });

  it.each([
    ['m8i.large', ['nested-virtualization'], ['cluster', 'partition', 'spread'], 'required'],
    ['m8i-flex.large', ['nested-virtualization'], ['partition', 'spread'], 'required'],
    ['m8i.metal-48xl', undefined, ['cluster', 'partition', 'spread'], 'required'],
    ['t3.large', undefined, ['partition', 'spread'], 'required'],
    ['m4.large', undefined, ['cluster', 'partition', 'spread'], 'unsupported'],
    ['r4.large', undefined, ['cluster', 'partition', 'spread'], 'supported'],
  ] as const)('says what %s supports', async (name, features, strategies, ena) => {
    const { InstanceTypes: [type] = [] } = await fixture.ec2.send(
      new DescribeInstanceTypesCommand({ InstanceTypes: [name] }),
    );
    expect(type?.ProcessorInfo?.SupportedFeatures).toEqual(features);
    expect(type?.PlacementGroupInfo?.SupportedStrategies).toEqual(strategies);
    expect(type?.NetworkInfo?.EnaSupport).toBe(ena);
  });

  it('refuses a type that does not exist', async () => {
    const names = ['m5.large', 'm99.large'];
    await expect(
      fixture.ec2.send(
        new DescribeInstanceTypesCommand({ InstanceTypes: names.filter(isTypeName) }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidInstanceType' });
  });

  it.each([4, 101])('refuses pages of %i', async (size) => {
    await expect(
      fixture.ec2.send(new DescribeInstanceTypesCommand({ MaxResults: size })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });
});

/** The SDK's type lists the known values; EC2 also accepts newer names. */
const isTypeName = (name: string): name is _InstanceType => /^\w+\.\w+$/.test(name);

describe('DescribeInstanceTypeOfferings', () => {
  it('lists types by zone', async () => {
    const found: string[] = [];
    const pages = paginateDescribeInstanceTypeOfferings(
      { client: fixture.ec2 },
      { LocationType: 'availability-zone', MaxResults: 1000 },
    );
    for await (const page of pages) {
      for (const each of page.InstanceTypeOfferings ?? []) {
        expect(each.LocationType).toBe('availability-zone');
        found.push(`${each.InstanceType} ${each.Location}`);
      }
    }
    const expected = [...fixture.world.catalog.values()].flatMap(({ name, offers }) =>
      (offers.get('us-east-1')?.zones ?? [])
        .filter((zone) => /[abc]$/.test(zone))
        .map((zone) => `${name} ${zone}`),
    );
    expect(found.sort()).toEqual(expected.sort());
  });
});
