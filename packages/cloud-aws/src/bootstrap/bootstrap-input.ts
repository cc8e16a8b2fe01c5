import type { KubeletManifest } from '@kerf/application';
import type { Labels, Taint } from '@kerf/engine';

/** The values with which an instance joins its cluster. */
export interface BootstrapInput {
  readonly cluster: {
    readonly name: string;
    readonly endpoint: string;
    /** PEM, base64-encoded. */
    readonly certificateAuthority: string;
    readonly serviceCidr: string;
    readonly dnsIp: string;
  };
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly maxPods: number;
  readonly kubelet: KubeletManifest;
  readonly stripesLocalDisks: boolean;
  /** User data of the EC2NodeClass; empty if it has none. */
  readonly customUserData: string;
}

/**
 * Returns the addresses of cluster DNS: those of the EC2NodeClass, else of the cluster's service.
 */
export function clusterDns(input: BootstrapInput): readonly string[] {
  return input.kubelet.clusterDNS ?? [input.cluster.dnsIp];
}

const keysTheKubeletMaySet: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/arch',
  'kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
]);
const domainsTheKubeletMaySet = ['kubelet.kubernetes.io', 'node.kubernetes.io'] as const;

/**
 * Whether the kubelet may set the label itself. A kubelet that is configured to set any other label
 * of a Kubernetes domain does not start; such labels are set at registration.
 * Source: kubernetes pkg/kubelet/apis/well_known_labels.go, IsKubeletLabel.
 */
export function kubeletMaySet(labelKey: string): boolean {
  const slash = labelKey.lastIndexOf('/');
  if (slash < 0 || keysTheKubeletMaySet.has(labelKey)) return true;
  const domain = labelKey.slice(0, slash);
  const within = (parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);
  if (domainsTheKubeletMaySet.some(within)) return true;
  return !within('kubernetes.io') && !within('k8s.io');
}

/** Formats `key=value` pairs for flags of the kubelet. */
export const joinPairs = (pairs: Readonly<Record<string, string>>, sign = '='): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}${sign}${value}`)
    .join(',');
