import { err, ok, type Result } from '@kerf/core';
import { parse, stringify, TomlDate, TomlError, type TomlTable, type TomlValue } from 'smol-toml';
import { type BootstrapInput, clusterDns } from './bootstrap-input.js';

/**
 * Returns the EC2NodeClass's own settings, overridden by the cluster's. Source: bottlerocket.dev
 * settings; karpenter-provider-aws pkg/providers/amifamily/bootstrap/bottlerocket.go @v1.14.1.
 */
export function bottlerocketUserData(input: BootstrapInput): Result<string, string> {
  const custom = readToml(input.customUserData);
  return custom.ok ? ok(stringify(merge(custom.value, settings(input)))) : custom;
}

/**
 * Tables that are replaced as a whole. Nodes are planned with the taints and amounts of the NodePool
 * and the EC2NodeClass: pods would not fit on a node with further ones.
 */
const replacedTables: ReadonlySet<string> = new Set([
  'node-taints',
  'system-reserved',
  'kube-reserved',
  'eviction-hard',
  'eviction-soft',
  'eviction-soft-grace-period',
]);

function readToml(text: string): Result<TomlTable, string> {
  try {
    return ok(parse(text));
  } catch (error) {
    if (error instanceof TomlError) return err(`spec.userData is not valid TOML: ${error.message}`);
    throw error;
  }
}

function settings(input: BootstrapInput): TomlTable {
  const { cluster, kubelet, labels, taints, maxPods, stripesLocalDisks } = input;
  const [dnsIp] = clusterDns(input);
  const kubernetes = {
    'api-server': cluster.endpoint,
    'cluster-certificate': cluster.certificateAuthority,
    'cluster-name': cluster.name,
    'cluster-dns-ip': dnsIp,
    'max-pods': maxPods,
    'node-labels': labels,
    'node-taints': taintsByKey(taints),
    'system-reserved': kubelet.systemReserved,
    'kube-reserved': kubelet.kubeReserved,
    'eviction-hard': kubelet.evictionHard,
    'eviction-soft': kubelet.evictionSoft,
    'eviction-soft-grace-period': kubelet.evictionSoftGracePeriod,
    'eviction-max-pod-grace-period': kubelet.evictionMaxPodGracePeriod,
    'image-gc-high-threshold-percent': kubelet.imageGCHighThresholdPercent?.toString(),
    'image-gc-low-threshold-percent': kubelet.imageGCLowThresholdPercent?.toString(),
    'cpu-cfs-quota-enforced': kubelet.cpuCFSQuota,
  };
  return {
    settings: {
      kubernetes: present(kubernetes),
      ...(stripesLocalDisks ? { 'bootstrap-commands': localDiskCommands } : {}),
    },
  };
}

const localDiskCommands: TomlTable = {
  '000-mount-instance-storage': {
    commands: [
      ['apiclient', 'ephemeral-storage', 'init'],
      [
        'apiclient',
        'ephemeral-storage',
        'bind',
        '--dirs',
        '/var/lib/containerd',
        '/var/lib/kubelet',
        '/var/log/pods',
      ],
    ],
    essential: true,
    mode: 'always',
  },
};

function taintsByKey(taints: BootstrapInput['taints']): TomlTable {
  const byKey: Record<string, string[]> = {};
  for (const { key, value, effect } of taints) (byKey[key] ??= []).push(`${value}:${effect}`);
  return byKey;
}

type Setting = TomlValue | Readonly<Record<string, string>> | undefined;

function present(values: Readonly<Record<string, Setting>>): TomlTable {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    ),
  );
}

/** Merges tables recursively, except {@link replacedTables}; any other value is replaced. */
function merge(base: TomlTable, over: TomlTable): TomlTable {
  const merged: TomlTable = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key];
    const isMerged = isTable(before) && isTable(value) && !replacedTables.has(key);
    merged[key] = isMerged ? merge(before, value) : value;
  }
  return merged;
}

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof TomlDate);
