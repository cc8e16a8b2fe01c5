/**
 * Makes `ec2-catalog.gen.ts` from a dump of EC2's public facts and prices:
 *
 *   node build-catalog.mjs <ec2-catalog.json> <YYYY-MM-DD>
 *
 * The date is the day the dump was made. Nothing needs this script at run time; README.md beside it
 * says where the figures in the dump come from.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** Left out regions would only make the file larger: the fleet lives in these. */
const regions = ['us-east-1', 'eu-west-1'];

const [source, madeOn] = process.argv.slice(2);
const { types } = JSON.parse(readFileSync(source, 'utf8'));

const text = (value) => (value === null || value === undefined ? '' : String(value));
const flags = (type) =>
  [
    type.bareMetal && 'm',
    type.currentGeneration && 'c',
    type.encryptionInTransit && 'e',
    type.burstable && 'b',
  ]
    .filter(Boolean)
    .join('');
const devices = (list) =>
  list.map((d) => [d.mfr, d.name, d.count, d.memMiB, d.cores ?? 0].join('/')).join(',');
const offer = (type, region) => [
  text(type.zones[region]),
  type.onDemand[region] === undefined ? '' : Math.round(type.onDemand[region] * 1e6),
  // Only the estimates matter to a reader; the other letters name which public list a price is from.
  type.onDemandSrc[region] === 'E' ? 'e' : '',
  text(type.spotAdvisor[region]?.[0]),
];

const columns = [
  ['type', (t) => t.type],
  ['vcpus', (t) => t.vcpu],
  ['cores', (t) => t.cores],
  ['memoryMiB', (t) => t.memoryMiB],
  ['architectures', (t) => t.arch.join(',')],
  ['manufacturer', (t) => t.cpuManufacturer],
  ['clockGhz', (t) => text(t.clockGHz)],
  ['gpus', (t) => devices(t.gpus)],
  ['accelerators', (t) => devices(t.accelerators)],
  ['nvmeGb', (t) => text(t.nvmeGB)],
  ['localDiskGb', (t) => text(t.localDiskGB)],
  ['networkMbps', (t) => t.networkMbps],
  ['networkPerformance', (t) => t.networkPerf],
  ['ebsMaximumMbps', (t) => text(t.ebsMbps)],
  ['ebsBaselineMbps', (t) => text(t.ebsBaselineMbps)],
  ['interfaces', (t) => t.maxENI],
  ['interfacesOnCard0', (t) => t.maxENICard0],
  ['ipv4PerInterface', (t) => t.ipv4PerENI],
  ['networkCards', (t) => t.netCards],
  ['efaInterfaces', (t) => t.efa],
  ['hypervisor', (t) => text(t.hypervisor)],
  ['usageClasses', (t) => t.usageClasses.join(',')],
  ['virtualization', (t) => t.virt.join(',')],
  ['flags', flags],
];
const offerColumns = ['zones', 'onDemandMicroUsd', 'estimated', 'spotSaving'];

const header = [
  ...columns.map(([name]) => name),
  ...regions.flatMap((region) => offerColumns.map((name) => `${region}:${name}`)),
].join('\t');
const rows = types
  .toSorted((a, b) => (a.type < b.type ? -1 : 1))
  .map((type) =>
    [
      ...columns.map(([, read]) => read(type)),
      ...regions.flatMap((region) => offer(type, region)),
    ].join('\t'),
  );

writeFileSync(
  new URL('./ec2-catalog.gen.ts', import.meta.url),
  `/** Made by build-catalog.mjs from a dump of ${madeOn}; README.md says what is in it. */\n` +
    `export const ec2Catalog: string = \`${[header, ...rows].join('\n')}\`;\n`,
);
