/** Faults of EC2 that scenarios switch on. */
export interface Ec2Faults {
  /** Time before a CreateFleet call has its instance, in ms; the caller waits as long. */
  readonly createFleetDelayMs: number;
  /** Error codes by `type/zone`; `*` stands for any type or any zone. */
  readonly refusals: Readonly<Record<string, string>>;
}

export const noFaults: Ec2Faults = { createFleetDelayMs: 0, refusals: {} };

/** The cluster that the bridge's EKS describes. */
export interface EksCluster {
  readonly name: string;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  /** `major.minor`. */
  readonly version: string;
}

export const region = 'us-east-1';
export const accountId = '123456789012';
export const clusterVersion = '1.36';

/** Access keys of the testbed's callers. moto accepts any; the log tells the callers apart by them. */
export const accessKeys = { product: 'AKIAKERFPRODUCT00000', operator: 'AKIATHEOPERATOR00000' };

/** Images that moto knows; moto's own list has none for EKS. */
export const images: Readonly<Record<'x86_64' | 'arm64', string>> = {
  x86_64: 'ami-0aaaaaaaaaaaaa001',
  arm64: 'ami-0aaaaaaaaaaaaa002',
};
