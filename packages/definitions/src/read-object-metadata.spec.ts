import type { ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { formatManifest } from './format-manifest.js';
import { createManifestReader } from './manifest-reader.js';

const reader = createManifestReader();
const context: ManifestContext = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

const specs = {
  NodePool: `apiVersion: karpenter.sh/v1
kind: NodePool
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []`,
  EC2NodeClass: `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
spec:
  role: nodes
  amiSelectorTerms: [{ alias: al2023@latest }]
  subnetSelectorTerms: [{ id: subnet-1 }]
  securityGroupSelectorTerms: [{ id: sg-1 }]`,
};
const kinds = ['NodePool', 'EC2NodeClass'] as const;

function read(kind: (typeof kinds)[number], metadata: string) {
  const text = `${specs[kind]}\nmetadata: { name: default${metadata} }\n`;
  const [reading] = reader.readText(text, context).documents;
  if (reading === undefined) throw new RangeError('the text has one document');
  return reading;
}

const problemsOf = ({ findings }: ReturnType<typeof read>) =>
  findings.map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('labels and annotations of a manifest', () => {
  const tracked =
    ', labels: { team: web }, annotations: { argocd.argoproj.io/tracking-id: "app:x/NodePool:/a", note: "$(HOME) my-cluster" }';

  it.each(kinds)('are kept for a %s, and shown in its manifest', (kind) => {
    const { definition, findings } = read(kind, tracked);
    if (definition === null) throw new RangeError('the manifest is valid');
    expect(definition.spec.objectMetadata).toEqual({
      labels: { team: 'web' },
      annotations: {
        'argocd.argoproj.io/tracking-id': 'app:x/NodePool:/a',
        note: '$(HOME) my-cluster',
      },
    });
    expect(findings.filter(({ path }) => path.startsWith('metadata'))).toEqual([]);
    const text = formatManifest(definition);
    expect(text).toContain('  labels:\n    team: web\n');
    expect(text).not.toContain('objectMetadata');
    expect(reader.readText(text, context).documents[0]?.definition).toEqual(definition);
  });

  it.each(kinds)('replace no nodes of a %s when they change', (kind) => {
    const [before, after] = [read(kind, '').definition, read(kind, tracked).definition];
    if (before === null || after === null) throw new RangeError('both manifests are valid');
    expect(after.driftHash).toBe(before.driftHash);
    expect(reader.driftedFields(before, after)).toEqual([]);
  });

  it('are none of the author if Kerf, Karpenter or kubectl writes them', () => {
    const { definition } = read(
      'NodePool',
      ', labels: { app.kubernetes.io/managed-by: kerf }, annotations: { kubectl.kubernetes.io/last-applied-configuration: "{}", karpenter.sh/nodepool-hash: "1", karpenter.sh/nodepool-hash-version: v3 }',
    );
    expect(definition?.spec).not.toHaveProperty('objectMetadata');
  });

  it('have no say about who manages the object, which is an advice', () => {
    const reading = read('NodePool', ', labels: { app.kubernetes.io/managed-by: Helm, a: b }');
    expect(reading.definition?.spec.objectMetadata?.labels).toEqual({ a: 'b' });
    expect(problemsOf(reading)).toContain('Advice METADATA_DROPPED metadata');
  });

  it.each([
    [', labels: { team: 5 }', 'Error TYPE_WRONG metadata.labels.team'],
    [', labels: { "a b": c }', 'Error VALUE_INVALID metadata.labels[a b]'],
    [', labels: { team: "a b" }', 'Error VALUE_INVALID metadata.labels.team'],
    [', labels: [a]', 'Error TYPE_WRONG metadata.labels'],
  ])('are refused where Kubernetes would refuse them: %s', (metadata, problem) => {
    const reading = read('NodePool', metadata);
    expect(reading.definition).toBeNull();
    expect(problemsOf(reading)).toContain(problem);
  });
});
