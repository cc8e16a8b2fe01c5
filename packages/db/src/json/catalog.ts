import type { InstanceTypeFacts, SpotPrice } from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { capacityType, flag, nullableNumber, nullableText, number, text, texts } from './values.js';

// Columns of region_catalogs: about a megabyte, so they are read only when they have changed.

const instanceType = provenTo<InstanceTypeFacts>().read(
  z.looseObject({
    name: text,
    vcpus: number,
    memoryMiB: number,
    architectures: z.array(z.enum(['amd64', 'arm64'])),
    cpuManufacturer: nullableText,
    clockGhz: nullableNumber,
    usageClasses: z.array(capacityType),
    bareMetal: flag,
    burstable: flag,
    currentGeneration: flag,
    hypervisor: nullableText,
    encryptionInTransit: flag,
    nitroEnclaves: flag,
    gpus: z.array(
      z.looseObject({ name: text, manufacturer: text, count: number, memoryMiB: number }),
    ),
    accelerators: z.array(
      z.looseObject({ name: text, manufacturer: text, count: number, cores: number }),
    ),
    localNvmeGB: nullableNumber,
    ebsBandwidthMbps: nullableNumber,
    ebsAttachments: z.looseObject({ most: number, areShared: flag }).exactOptional(),
    networkBandwidthMbps: nullableNumber,
    networkCards: z.array(z.looseObject({ maximumInterfaces: number })),
    defaultNetworkCard: number,
    ipv4PerInterface: number,
    efaInterfaces: number,
    podEniBranchInterfaces: number,
    ena: flag.exactOptional(),
    nestedVirtualization: flag.exactOptional(),
    placementStrategies: texts.exactOptional(),
    zones: texts,
    onDemandMicroUsdPerHour: nullableNumber,
  } satisfies FieldsOf<InstanceTypeFacts>),
);

export const instanceTypes = recordFormat({
  column: 'region_catalogs.instance_types',
  schema: provenTo<readonly InstanceTypeFacts[]>().read(z.array(instanceType)),
  layout: 'value',
});

export const spotPrices = recordFormat({
  column: 'region_catalogs.spot_prices',
  schema: provenTo<readonly SpotPrice[]>().read(
    z.array(
      z.looseObject({
        instanceType: text,
        zone: text,
        priceMicroUsdPerHour: number,
        at: number,
      } satisfies FieldsOf<SpotPrice>),
    ),
  ),
  layout: 'value',
});
