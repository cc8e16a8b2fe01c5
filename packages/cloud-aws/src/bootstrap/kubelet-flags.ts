import { type BootstrapInput, joinPairs } from './bootstrap-input.js';

/** Returns the kubelet's settings as flags, for families without a configuration file. */
export function kubeletFlags({ labels, taints, maxPods, kubelet }: BootstrapInput): string {
  const pairs = (name: string, values = {}, sign = '='): readonly string[] =>
    Object.keys(values).length === 0 ? [] : [`--${name}=${joinPairs(values, sign)}`];
  const single = (name: string, value: number | boolean | undefined): readonly string[] =>
    value === undefined ? [] : [`--${name}=${value}`];

  return [
    `--node-labels="${joinPairs(labels)}"`,
    `--register-with-taints="${taints.map(taintText).join(',')}"`,
    ...single('max-pods', maxPods),
    ...single('pods-per-core', kubelet.podsPerCore),
    ...pairs('system-reserved', kubelet.systemReserved),
    ...pairs('kube-reserved', kubelet.kubeReserved),
    ...pairs('eviction-hard', kubelet.evictionHard, '<'),
    ...pairs('eviction-soft', kubelet.evictionSoft, '<'),
    ...pairs('eviction-soft-grace-period', kubelet.evictionSoftGracePeriod),
    ...single('eviction-max-pod-grace-period', kubelet.evictionMaxPodGracePeriod),
    ...single('image-gc-high-threshold', kubelet.imageGCHighThresholdPercent),
    ...single('image-gc-low-threshold', kubelet.imageGCLowThresholdPercent),
    ...single('cpu-cfs-quota', kubelet.cpuCFSQuota),
  ].join(' ');
}

const taintText = ({ key, value, effect }: BootstrapInput['taints'][number]): string =>
  value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
