/** A few instance types with their us-east-1 on-demand prices, enough for a believable fleet. */
export interface CatalogType {
  readonly name: string;
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly arch: 'amd64' | 'arm64';
  readonly microUsd: number;
}

const gib = 1024 ** 3;

/** Graviton families carry a `g` after their number. */
const type = (name: string, cpu: number, memoryGib: number, microUsd: number): CatalogType => ({
  name,
  cpuMilli: cpu * 1000,
  memoryBytes: memoryGib * gib,
  arch: /^[a-z]\dg/.test(name) ? 'arm64' : 'amd64',
  microUsd,
});

export const catalog = {
  general: [
    type('m6i.xlarge', 4, 16, 192_000),
    type('m6i.2xlarge', 8, 32, 384_000),
    type('m7i.2xlarge', 8, 32, 403_200),
    type('c6i.2xlarge', 8, 16, 340_000),
    type('c7a.2xlarge', 8, 16, 410_560),
  ],
  graviton: [
    type('m7g.xlarge', 4, 16, 163_200),
    type('m7g.2xlarge', 8, 32, 326_400),
    type('c7g.4xlarge', 16, 32, 580_000),
    type('r7g.2xlarge', 8, 64, 428_400),
  ],
  memory: [type('r6i.2xlarge', 8, 64, 504_000), type('r6i.4xlarge', 16, 128, 1_008_000)],
  gpu: [type('g5.2xlarge', 8, 32, 1_212_000), type('g5.4xlarge', 16, 64, 1_624_000)],
} as const satisfies Readonly<Record<string, readonly [CatalogType, ...CatalogType[]]>>;

/** Spot costs about a third; the exact share differs by type, repeatably. */
export const spotMicroUsd = ({ microUsd, name }: CatalogType): number =>
  Math.round(microUsd * (0.28 + (name.length % 5) * 0.03));
