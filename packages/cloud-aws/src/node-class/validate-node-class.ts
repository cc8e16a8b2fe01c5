import type { Ec2NodeClassManifest, KubeletManifest, NodeClassProblem } from '@kerf/application';
import { readKubeletExpression } from '@kerf/cel';
import { parseBytes, parseMilliCpu } from '@kerf/core';
import { writeUserData } from '../bootstrap/user-data.js';
import { amiFamilyOf, imageAliasOf } from './ami-family.js';

/**
 * Returns the problems that need no AWS call to find, in addition to the manifest reader's checks.
 */
export function validateNodeClass(spec: Ec2NodeClassManifest): readonly NodeClassProblem[] {
  return [
    ...familyProblems(spec),
    ...kubeletProblems(spec.kubelet ?? {}),
    ...userDataProblems(spec),
  ];
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
 * Writes the user data for a cluster without any settings: a problem found here exists in every
 * cluster.
 */
function userDataProblems(spec: Ec2NodeClassManifest): readonly NodeClassProblem[] {
  const written = writeUserData(amiFamilyOf(spec), {
    cluster: { name: '', endpoint: '', certificateAuthority: '', serviceCidr: '', dnsIp: '' },
    labels: {},
    taints: [],
    maxPods: 0,
    kubelet: spec.kubelet ?? {},
    stripesLocalDisks: spec.instanceStorePolicy === 'RAID0',
    customUserData: spec.userData ?? '',
  });
  return written.ok
    ? []
    : [problem(written.error.reason, `spec.userData: ${written.error.message}.`)];
}

const problem = (reason: string, message: string): NodeClassProblem => ({
  condition: 'ValidationSucceeded',
  reason,
  message,
});
