import { mulberry32 } from '@kerf/core';
import type { V1Deployment } from '@kubernetes/client-node';
import type { ObjectWithSpec } from '../scenarios/objects.ts';

const deploymentCount = 20;
const milliCpus = [100, 250, 500, 1000, 1500];
const mebibytes = [100, 256, 512, 1024, 2048, 4096];
const seed = 7;

/**
 * Returns twenty Deployments with this number of pods in all, as equally as possible. Their requests
 * are always the same ones.
 */
export function deployments(pods: number): readonly V1Deployment[] {
  const random = mulberry32(seed);
  const pick = (list: readonly number[]): number => list[Math.floor(random() * list.length)] ?? 0;
  return Array.from({ length: deploymentCount }, (_, index) => {
    const name = `load-${index}`;
    const matchLabels = { app: name };
    const requests = { cpu: `${pick(milliCpus)}m`, memory: `${pick(mebibytes)}Mi` };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: 'default' },
      spec: {
        replicas: Math.floor(pods / deploymentCount) + (index < pods % deploymentCount ? 1 : 0),
        selector: { matchLabels },
        template: {
          metadata: { labels: matchLabels },
          spec: { containers: [{ name: 'app', image: 'none', resources: { requests } }] },
        },
      },
    };
  });
}

/** On-demand nodes of three categories that may be consolidated without limits. */
export const generalPool: ObjectWithSpec = {
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: 'default' },
  spec: {
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
          { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
          { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['5'] },
        ],
        expireAfter: 'Never',
      },
    },
    disruption: {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '5s',
      budgets: [{ nodes: '100%' }],
    },
  },
};
