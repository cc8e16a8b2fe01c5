import type {
  ClusterToJoin,
  Ec2NodeClassManifest,
  KubeletManifest,
  NodeClassProblem,
  NodeClassResolution,
} from '@kerf/application';
import { readKubeletExpression } from '@kerf/cel';
import { parseBytes, parseMilliCpu } from '@kerf/core';
import { userDataBytes, writeUserData } from '../bootstrap/user-data.js';
import { amiFamilyOf, imageAliasOf } from '../instance-types/ami-family.js';

/**
 * Returns the problems that need no AWS call to find, in addition to the manifest reader's checks, and
 * the size of the user data.
 */
export function validateNodeClass(
  spec: Ec2NodeClassManifest,
  cluster?: ClusterToJoin,
): Pick<NodeClassResolution, 'problems' | 'userDataBytes'> {
  const written = plainestUserData(spec, cluster);
  return {
    userDataBytes: written.ok ? userDataBytes(written.value) : written.error.bytes,
    problems: [
      ...familyProblems(spec),
      ...kubeletProblems(spec.kubelet ?? {}),
      ...(written.ok
        ? []
        : [problem(written.error.reason, `spec.userData: ${written.error.message}.`)]),
    ],
  };
}

function familyProblems(spec: Ec2NodeClassManifest): readonly NodeClassProblem[] {
  if (spec.amiFamily !== undefined || imageAliasOf(spec) !== null) return [];
  return [
    problem(
      'AMIFamilyUnknown',
      'Set spec.amiFamily: images without an alias require it to join the cluster.',
    ),
  ];
}

function kubeletProblems(kubelet: KubeletManifest): readonly NodeClassProblem[] {
  const amounts = [
    ...reservesIn('systemReserved', kubelet.systemReserved),
    ...reservesIn('kubeReserved', kubelet.kubeReserved),
    ...entriesOf('evictionHard', kubelet.evictionHard),
    ...entriesOf('evictionSoft', kubelet.evictionSoft),
  ];
  return amounts
    .filter(({ key, text }) => !isAmount(key, text))
    .map(({ path, text }) =>
      problem(
        'InvalidKubeletConfiguration',
        `${path}: ${JSON.stringify(text)} is not a valid amount.`,
      ),
    );
}

/** Amounts that are no expressions, which the manifest reader has checked. */
const reservesIn = (...args: Parameters<typeof entriesOf>): ReturnType<typeof entriesOf> =>
  entriesOf(...args).filter(({ text }) => !readKubeletExpression(text).ok);

function entriesOf(
  field: string,
  amounts: Readonly<Record<string, string>> = {},
): readonly { readonly path: string; readonly key: string; readonly text: string }[] {
  return Object.entries(amounts).map(([key, text]) => ({
    path: `spec.kubelet.${field}[${key}]`,
    key,
    text,
  }));
}

function isAmount(key: string, text: string): boolean {
  if (/^\d+(\.\d+)?%$/.test(text)) return key.includes('.') && Number(text.slice(0, -1)) <= 100;
  const amount = key === 'cpu' ? parseMilliCpu(text) : parseBytes(text);
  return amount.ok && amount.value >= 0;
}

/**
 * Writes the user data of a node without labels and taints of a NodePool; those of any node are at
 * least as long, so a problem found here exists for each. Without a cluster, its values are empty.
 */
function plainestUserData(
  spec: Ec2NodeClassManifest,
  cluster?: ClusterToJoin,
): ReturnType<typeof writeUserData> {
  return writeUserData(amiFamilyOf(spec), {
    cluster: {
      name: cluster?.name ?? '',
      endpoint: cluster?.endpoint ?? '',
      certificateAuthority: cluster?.certificateAuthority ?? '',
      serviceCidr: cluster?.facts.serviceCidr ?? '',
      dnsIp: cluster?.facts.clusterDnsIp ?? '',
    },
    labels: {},
    taints: [],
    maxPods: 0,
    kubelet: spec.kubelet ?? {},
    stripesLocalDisks: spec.instanceStorePolicy === 'RAID0',
    customUserData: spec.userData ?? '',
  });
}

const problem = (reason: string, message: string): NodeClassProblem => ({
  condition: 'ValidationSucceeded',
  reason,
  message,
});
