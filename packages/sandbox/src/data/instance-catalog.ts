import { invariant } from '@kerf/core';
import { ec2Catalog } from './ec2-catalog.gen.js';

export interface CatalogType {
  readonly name: string;
  readonly vcpus: number;
  readonly cores: number;
  readonly memoryMiB: number;
  /** In EC2's spelling: `x86_64`, `arm64`, `i386`, `x86_64_mac`, `arm64_mac`. */
  readonly architectures: readonly string[];
  readonly manufacturer: string;
  readonly clockGhz: number | null;
  readonly gpus: readonly Device[];
  readonly accelerators: readonly Device[];
  readonly nvmeGb: number | null;
  /** Total instance storage, NVMe or not. */
  readonly localDiskGb: number | null;
  readonly networkMbps: number;
  /** E.g. `Up to 12.5 Gigabit`. */
  readonly networkPerformance: string;
  readonly ebsMaximumMbps: number | null;
  readonly ebsBaselineMbps: number | null;
  /** EBS volumes that can be attached, the root volume included. */
  readonly ebsAttachments: number;
  /** Whether network interfaces beyond the first take slots of volumes. */
  readonly sharesEbsAttachments: boolean;
  readonly interfaces: number;
  readonly interfacesOnCard0: number;
  readonly ipv4PerInterface: number;
  readonly networkCards: number;
  readonly efaInterfaces: number;
  readonly hypervisor: 'nitro' | 'xen' | null;
  readonly usageClasses: readonly string[];
  readonly virtualization: readonly string[];
  readonly isBareMetal: boolean;
  readonly isCurrentGeneration: boolean;
  readonly encryptsInTransit: boolean;
  readonly isBurstable: boolean;
  readonly supportsNestedVirtualization: boolean;
  /** Whether its network interfaces may be ENA interfaces. */
  readonly supportsEna: boolean;
  /** Whether it supports the placement strategy cluster; all types support partition and spread. */
  readonly supportsClusterPlacement: boolean;
  readonly offers: ReadonlyMap<string, RegionalOffer>;
}

export interface Device {
  readonly manufacturer: string;
  readonly name: string;
  readonly count: number;
  readonly memoryMiB: number;
  readonly cores: number;
}

/** Zones and prices of a type in one region. */
export interface RegionalOffer {
  /** Zone names, e.g. `us-east-1a`; includes zones that the sandbox does not have. */
  readonly zones: readonly string[];
  readonly onDemandMicroUsdPerHour: number | null;
  readonly isEstimate: boolean;
  /** 0.66 means that Spot costs a third; `null` if the published list lacks the type. */
  readonly spotSavingRatio: number | null;
}

export type InstanceCatalog = ReadonlyMap<string, CatalogType>;

/** Reads a cell of one row by the column's name. */
type Row = (column: string) => string;

let catalog: InstanceCatalog | null = null;

/**
 * Returns all types by name, in the order of their names. The catalog is read once, because it is
 * constant.
 */
export function instanceCatalog(): InstanceCatalog {
  catalog ??= readCatalog();
  return catalog;
}

function readCatalog(): InstanceCatalog {
  const [header = '', ...lines] = ec2Catalog.split('\n');
  const columns = new Map(header.split('\t').map((name, index) => [name, index]));
  const regions = [...columns.keys()].filter((name) => name.endsWith(':zones'));
  return new Map(
    lines.map((line) => {
      const cells = line.split('\t');
      const row: Row = (column) => {
        const cell = cells[columns.get(column) ?? -1];
        invariant(cell !== undefined, `the catalog has no column ${column} in ${line}`);
        return cell;
      };
      const type = readType(
        row,
        regions.map((name) => name.slice(0, -':zones'.length)),
      );
      return [type.name, type];
    }),
  );
}

function readType(row: Row, regions: readonly string[]): CatalogType {
  const flags = row('flags');
  const hypervisor = row('hypervisor');
  return {
    name: row('type'),
    vcpus: Number(row('vcpus')),
    cores: Number(row('cores')),
    memoryMiB: Number(row('memoryMiB')),
    architectures: list(row('architectures')),
    manufacturer: row('manufacturer'),
    clockGhz: optional(row('clockGhz')),
    gpus: list(row('gpus')).map(readDevice),
    accelerators: list(row('accelerators')).map(readDevice),
    nvmeGb: optional(row('nvmeGb')),
    localDiskGb: optional(row('localDiskGb')),
    networkMbps: Number(row('networkMbps')),
    networkPerformance: row('networkPerformance'),
    ebsMaximumMbps: optional(row('ebsMaximumMbps')),
    ebsBaselineMbps: optional(row('ebsBaselineMbps')),
    ebsAttachments: Number.parseInt(row('ebsAttachments'), 10),
    sharesEbsAttachments: row('ebsAttachments').endsWith('s'),
    interfaces: Number(row('interfaces')),
    interfacesOnCard0: Number(row('interfacesOnCard0')),
    ipv4PerInterface: Number(row('ipv4PerInterface')),
    networkCards: Number(row('networkCards')),
    efaInterfaces: Number(row('efaInterfaces')),
    hypervisor: hypervisor === 'nitro' || hypervisor === 'xen' ? hypervisor : null,
    usageClasses: list(row('usageClasses')),
    virtualization: list(row('virtualization')),
    isBareMetal: flags.includes('m'),
    isCurrentGeneration: flags.includes('c'),
    encryptsInTransit: flags.includes('e'),
    isBurstable: flags.includes('b'),
    supportsNestedVirtualization: flags.includes('v'),
    supportsEna: flags.includes('n'),
    supportsClusterPlacement: flags.includes('p'),
    offers: readOffers(row, regions),
  };
}

function readOffers(
  row: Row,
  regions: readonly string[],
): ReadonlyMap<string, RegionalOffer> {
  const offers = new Map<string, RegionalOffer>();
  for (const region of regions) {
    const letters = row(`${region}:zones`);
    if (letters === '') continue;
    const savingPercent = optional(row(`${region}:spotSaving`));
    offers.set(region, {
      zones: letters.split('').map((letter) => region + letter),
      onDemandMicroUsdPerHour: optional(row(`${region}:onDemandMicroUsd`)),
      isEstimate: row(`${region}:estimated`) === 'e',
      spotSavingRatio: savingPercent === null ? null : savingPercent / 100,
    });
  }
  return offers;
}

function readDevice(text: string): Device {
  const [manufacturer = '', name = '', count, memoryMiB, cores] = text.split('/');
  return {
    manufacturer,
    name,
    count: Number(count),
    memoryMiB: Number(memoryMiB),
    cores: Number(cores),
  };
}

const optional = (cell: string): number | null => (cell === '' ? null : Number(cell));
const list = (cell: string): readonly string[] => (cell === '' ? [] : cell.split(','));
