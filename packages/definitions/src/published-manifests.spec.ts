import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { createManifestReader } from './manifest-reader.js';

/* Manifests that users publish, and the expected result of each. The files are in examples/. */

const examples = join(import.meta.dirname, '../../../examples');
const ofCluster: ManifestContext = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

function read(file: string, context: Partial<ManifestContext> = {}) {
  const text = readFileSync(join(examples, file), 'utf8');
  return createManifestReader().readText(text, { ...ofCluster, ...context }).documents;
}

/** Summarizes each document: its result, then its findings. */
function summarize(file: string, context: Partial<ManifestContext> = {}) {
  return read(file, context).map(({ kind, name, definition, findings }) => ({
    document: `${kind} ${name} ${definition === null ? 'refused' : 'accepted'}`,
    findings: findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`),
  }));
}

const requirements = 'spec.template.spec.requirements';
const clusterTag = '[karpenter.sh/discovery]';

describe('published manifests', () => {
  it('01: a v1beta1 pair with older spellings is accepted, with a warning for each conversion', () => {
    expect(summarize('published/general-purpose.v1beta1.yaml')).toEqual([
      {
        document: 'NodePool general-purpose accepted',
        findings: [
          'Warning API_VERSION_CONVERTED apiVersion',
          'Warning LIMITS_LIFTED spec.limits.resources.cpu',
          'Warning LIMITS_LIFTED spec.limits.resources.memory',
          'Warning CONSOLIDATION_POLICY_RENAMED spec.disruption.consolidationPolicy',
          'Warning NODE_CLASS_REF_COMPLETED spec.template.spec.nodeClassRef',
        ],
      },
      {
        document: 'EC2NodeClass default-ec2 accepted',
        findings: [
          'Warning API_VERSION_CONVERTED apiVersion',
          `Warning PLACEHOLDER_FOUND spec.subnetSelector${clusterTag}`,
          `Warning PLACEHOLDER_FOUND spec.securityGroupSelector${clusterTag}`,
          'Warning SELECTOR_CONVERTED spec.subnetSelector',
          'Warning SELECTOR_CONVERTED spec.securityGroupSelector',
          'Warning HOP_LIMIT_SET spec.metadataOptions.httpPutResponseHopLimit',
          'Warning AMI_TERMS_DEFAULTED spec.amiSelectorTerms',
          'Warning AMI_FAMILY_UNSUPPORTED spec.amiFamily',
        ],
      },
    ]);
  });

  it('01: it has the same meaning in v1', () => {
    const [pool, nodeClass] = read('published/general-purpose.v1beta1.yaml');
    expect(pool?.definition).toMatchObject({
      spec: {
        template: {
          spec: {
            nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default-ec2' },
            expireAfter: '720h',
          },
        },
        limits: { cpu: '1000', memory: '4Ti' },
        disruption: {
          consolidationPolicy: 'WhenEmptyOrUnderutilized',
          consolidateAfter: '30s',
          budgets: [{ nodes: '10%' }],
        },
      },
    });
    expect(nodeClass?.definition).toMatchObject({
      spec: {
        amiFamily: 'AL2',
        amiSelectorTerms: [{ alias: 'al2@latest' }],
        subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'my-cluster' } }],
        securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'my-cluster' } }],
        metadataOptions: { httpPutResponseHopLimit: 2, httpTokens: 'required' },
      },
    });
  });

  it('01: names the last version with AL2 images, on a Kubernetes without them', () => {
    const findingsFor = (kubernetesVersion: string) =>
      read('published/general-purpose.v1beta1.yaml', { kubernetesVersion })[1]?.findings.flatMap(
        ({ code, message }) => (code === 'AMI_FAMILY_UNSUPPORTED' ? [message] : []),
      );
    expect(findingsFor('1.33')).toEqual([
      expect.stringContaining('the last version with AL2 images is 1.32'),
    ]);
    expect(findingsFor('1.32')).toEqual([]);
  });

  it('02: pools without a node class are refused, naming those that exist', () => {
    const context = { knownNodeClasses: ['default', 'gpu'] };
    expect(summarize('published/weighted-pools.v1beta1.yaml', context)).toEqual(
      ['gpu-team', 'batch-team'].map((name) => ({
        document: `NodePool ${name} refused`,
        findings: [
          'Warning API_VERSION_CONVERTED apiVersion',
          'Error NODE_CLASS_MISSING spec.template.spec.nodeClassRef',
        ],
      })),
    );
    const [pool] = read('published/weighted-pools.v1beta1.yaml', context);
    expect(pool?.findings[1]?.message).toContain('prod-eu has default, gpu');
  });

  it('02: they are accepted with a default node class; GPU nodes without taints get advice', () => {
    const context = { defaultNodeClass: 'default' };
    expect(summarize('published/weighted-pools.v1beta1.yaml', context)).toEqual([
      {
        document: 'NodePool gpu-team accepted',
        findings: [
          'Warning API_VERSION_CONVERTED apiVersion',
          'Warning NODE_CLASS_DEFAULTED spec.template.spec.nodeClassRef',
          'Advice NO_LIMITS spec.limits',
          'Advice GPU_WITHOUT_TAINTS spec.template.spec.taints',
        ],
      },
      {
        document: 'NodePool batch-team accepted',
        findings: [
          'Warning API_VERSION_CONVERTED apiVersion',
          'Warning NODE_CLASS_DEFAULTED spec.template.spec.nodeClassRef',
          'Advice NO_LIMITS spec.limits',
        ],
      },
    ]);
    const [pool] = read('published/weighted-pools.v1beta1.yaml', context);
    expect(pool?.definition).toMatchObject({
      spec: { weight: 80, template: { spec: { nodeClassRef: { name: 'default' } } } },
    });
  });

  it.each([
    '03 published/ci-runner.yaml Deployment',
    '04 published/web-frontend-pdb.yaml PodDisruptionBudget',
    '08 exercise/inflate.yaml Deployment',
    '10 published/oversized.yaml Deployment',
    '11 published/graceful.yaml Deployment',
  ])('%s: is reported as not a definition', (row) => {
    const [, file = '', kind] = row.split(' ');
    const [reading] = read(file);
    expect(reading).toMatchObject({ kind: null, definition: null });
    expect(reading?.findings).toEqual([
      expect.objectContaining({ code: 'KIND_UNSUPPORTED', path: 'kind', found: kind, line: 3 }),
    ]);
  });

  it('05: v1 is accepted without a conversion; the placeholder is flagged', () => {
    expect(summarize('published/default.yaml')).toEqual([
      { document: 'NodePool default accepted', findings: [] },
      {
        document: 'EC2NodeClass default accepted',
        findings: [
          'Warning PLACEHOLDER_FOUND spec.role',
          `Warning PLACEHOLDER_FOUND spec.subnetSelectorTerms[0].tags${clusterTag}`,
          `Warning PLACEHOLDER_FOUND spec.securityGroupSelectorTerms[0].tags${clusterTag}`,
          'Advice AMI_ALIAS_ASSUMED spec.amiSelectorTerms',
        ],
      },
    ]);
    expect(read('published/default.yaml')[0]?.definition).toMatchObject({
      spec: {
        disruption: {
          budgets: [{ nodes: '10%' }, { nodes: '0', schedule: '0 9 * * 1-5', duration: '8h' }],
        },
      },
    });
  });

  it('05: the placeholder is replaced if enabled', () => {
    const [, nodeClass] = read('published/default.yaml', { replacePlaceholders: true });
    expect(nodeClass?.definition).toMatchObject({
      spec: {
        role: 'KarpenterNodeRole-prod-eu',
        subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod-eu' } }],
      },
    });
    expect(nodeClass?.findings[0]).toMatchObject({
      severity: 'Warning',
      code: 'PLACEHOLDER_REPLACED',
      path: 'spec.role',
      found: 'KarpenterNodeRole-${CLUSTER_NAME}',
      became: 'KarpenterNodeRole-prod-eu',
      line: 45,
    });
  });

  it('06: special pools are accepted, with advice', () => {
    expect(summarize('published/special-pools.yaml')).toEqual([
      {
        document: 'NodePool gpu accepted',
        findings: [
          'Warning NODE_CLASS_UNKNOWN spec.template.spec.nodeClassRef.name',
          `Advice CUSTOM_LABEL_EXISTS ${requirements}[2]`,
        ],
      },
      ...['graviton', 'high-memory', 'spot-first'].map((name) => ({
        document: `NodePool ${name} accepted`,
        findings: ['Advice NO_LIMITS spec.limits'],
      })),
    ]);
  });

  it('07: the exercise is accepted unchanged', () => {
    expect(summarize('exercise/node-pool.yaml')).toEqual([
      { document: 'NodePool default accepted', findings: [] },
    ]);
    expect(summarize('exercise/node-class.yaml')[0]?.document).toBe(
      'EC2NodeClass default accepted',
    );
  });

  it('09: the v1beta1 pool is accepted; expiry moves and becomes forceful', () => {
    const [, pool] = summarize('published/default.v1beta1.yaml');
    expect(pool).toEqual({
      document: 'NodePool default accepted',
      findings: [
        'Warning API_VERSION_CONVERTED apiVersion',
        'Warning CONSOLIDATION_POLICY_RENAMED spec.disruption.consolidationPolicy',
        'Warning EXPIRE_AFTER_MOVED spec.disruption.expireAfter',
        'Warning NODE_CLASS_REF_COMPLETED spec.template.spec.nodeClassRef.apiVersion',
      ],
    });
    const moved = read('published/default.v1beta1.yaml')[1]?.findings[2];
    expect(moved?.message).toMatch(/forceful.*budgets do not apply/);
  });

  it('09: a role with an instance profile is refused, and both variants are offered', () => {
    const [nodeClass] = read('published/default.v1beta1.yaml');
    const errors = nodeClass?.findings.filter(({ severity }) => severity === 'Error');
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'ROLE_AND_INSTANCE_PROFILE',
        path: 'spec.role',
        message: 'spec.role and spec.instanceProfile are both set; remove one of them',
        line: 8,
      }),
    ]);
    expect(nodeClass?.definition).toBeNull();
    expect(nodeClass?.variants.map(({ label }) => label)).toEqual(['role', 'instanceProfile']);
    const [withRole, withProfile] =
      nodeClass?.variants.map(({ definition }) => definition.spec) ?? [];
    expect(withRole).toHaveProperty('role', 'KarpenterNodeRole-YOUR_CLUSTER_NAME');
    expect(withRole).not.toHaveProperty('instanceProfile');
    expect(withProfile).not.toHaveProperty('role');
    expect(withProfile).toHaveProperty(
      'instanceProfile',
      'KarpenterNodeInstanceProfile-YOUR_CLUSTER_NAME',
    );
  });
});
