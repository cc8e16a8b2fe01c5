import { ok, type Result } from '@kerf/core';
import { stringify } from 'yaml';
import { type BootstrapInput, clusterDns, joinPairs } from './bootstrap-input.js';
import {
  isMime,
  type MimePart,
  nodeConfigPart,
  readMime,
  shellScriptPart,
  writeMime,
} from './mime.js';

/**
 * Returns the EC2NodeClass's own parts followed by nodeadm's configuration. nodeadm merges
 * NodeConfigs in order, so the settings that the cluster requires take precedence. Source:
 * awslabs/amazon-eks-ami nodeadm, NodeConfig v1alpha1.
 */
export function al2023UserData(input: BootstrapInput): Result<string, string> {
  const custom = customParts(input.customUserData);
  return custom.ok ? ok(writeMime([...custom.value, nodeConfigPart(nodeConfig(input))])) : custom;
}

function nodeConfig(input: BootstrapInput): string {
  const { cluster, kubelet, labels, taints, maxPods, stripesLocalDisks } = input;
  return stringify(
    {
      apiVersion: 'node.eks.aws/v1alpha1',
      kind: 'NodeConfig',
      spec: {
        cluster: {
          name: cluster.name,
          apiServerEndpoint: cluster.endpoint,
          certificateAuthority: cluster.certificateAuthority,
          cidr: cluster.serviceCidr,
        },
        ...(stripesLocalDisks ? { instance: { localStorage: { strategy: 'RAID0' } } } : {}),
        kubelet: {
          config: {
            ...kubelet,
            clusterDNS: clusterDns(input),
            maxPods,
            registerWithTaints: taints.map(({ key, value, effect }) => ({
              key,
              ...(value === '' ? {} : { value }),
              effect,
            })),
          },
          flags: [`--node-labels="${joinPairs(labels)}"`],
        },
      },
    },
    { lineWidth: 0 },
  );
}

function customParts(text: string): Result<readonly MimePart[], string> {
  if (text.trim() === '') return ok([]);
  if (isMime(text)) return readMime(text);
  return ok([isNodeConfig(text) ? nodeConfigPart(text) : shellScriptPart(text)]);
}

/** In YAML or JSON. */
const nodeConfigVersion = /(?:^|[{,])\s*["']?apiVersion["']?\s*:\s*["']?node\.eks\.aws\//m;

/**
 * Whether the text is a NodeConfig; other text without mail headers is a script, as for cloud-init.
 */
const isNodeConfig = (text: string): boolean =>
  nodeConfigVersion.test(text) && !text.startsWith('#!');
