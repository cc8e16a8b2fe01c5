import { describe, expect, it } from 'vitest';
import { convertCommand } from './convert-command.js';

const old = `
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: default }
spec:
  amiFamily: AL2023
  role: "KarpenterNodeRole-\${CLUSTER_NAME}"
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "\${CLUSTER_NAME}" } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: "\${CLUSTER_NAME}" } }]
  amiSelectorTerms: [{ alias: al2023@latest }]
`;

describe('the command that converts manifests', () => {
  it('prints v1 and keeps placeholders for envsubst', () => {
    const printed = convertCommand(old, {});
    expect(printed).toContain('apiVersion: karpenter.k8s.aws/v1\n');
    expect(printed).toContain('role: KarpenterNodeRole-${CLUSTER_NAME}\n');
  });

  it('replaces placeholders with the name of a cluster', () => {
    expect(convertCommand(old, { cluster: 'prod' })).toContain('role: KarpenterNodeRole-prod\n');
  });

  it('refuses the whole input when one document cannot be converted', () => {
    const ubuntu = old.replace('AL2023\n', 'Ubuntu\n').replace('name: default', 'name: second');
    expect(() => convertCommand(`${old}---${ubuntu}`, {})).toThrow(
      'EC2NodeClass second cannot be converted:',
    );
  });

  it.each(['cluster', 'default-node-class'])('refuses an empty --%s', (option) => {
    expect(() => convertCommand(old, { [option]: '' })).toThrow(`--${option} is empty`);
  });

  it('refuses input without a manifest', () => {
    expect(() => convertCommand('\n', {})).toThrow('the text contains no manifest');
  });
});
