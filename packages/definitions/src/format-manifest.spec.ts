import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodePoolManifest } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { formatManifest } from './format-manifest.js';
import { createManifestReader } from './manifest-reader.js';

const context = {
  clusterName: 'prod-eu',
  replacePlaceholders: true,
  defaultNodeClass: 'default',
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: null,
};
const readText = (text: string) => createManifestReader().readText(text, context).documents;

const spec: NodePoolManifest = {
  limits: { cpu: '1000' },
  disruption: {
    budgets: [{ nodes: '0', schedule: '0 9 * * 1-5', duration: '8h', reasons: ['Drifted'] }],
    consolidationPolicy: 'WhenEmpty',
    consolidateAfter: '0s',
  },
  template: {
    spec: {
      requirements: [{ key: 'a', operator: 'In', values: ['yes', '1.10', 'on', '010'] }],
      nodeClassRef: { name: 'default', kind: 'EC2NodeClass', group: 'karpenter.k8s.aws' },
      taints: [{ key: 'a', value: '', effect: 'NoSchedule' }],
      startupTaints: [],
      expireAfter: '720h',
    },
    metadata: { labels: {}, annotations: { note: 'x'.repeat(200) } },
  },
};

describe('a formatted manifest', () => {
  const text = formatManifest({ kind: 'NodePool', name: 'default', spec });

  it('has its keys in order, its defaults, and quotes where YAML 1.1 needs them', () => {
    expect(text).toBe(`apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: default
spec:
  disruption:
    budgets:
      - duration: 8h
        nodes: "0"
        reasons:
          - Drifted
        schedule: 0 9 * * 1-5
    consolidateAfter: 0s
    consolidationPolicy: WhenEmpty
  limits:
    cpu: "1000"
  template:
    metadata:
      annotations:
        note: ${'x'.repeat(200)}
    spec:
      expireAfter: 720h
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements:
        - key: a
          operator: In
          values:
            - "yes"
            - "1.10"
            - "on"
            - "010"
      taints:
        - effect: NoSchedule
          key: a
          value: ""
`);
  });

  it('keeps an empty list that means something', () => {
    const open = formatManifest({
      kind: 'NodePool',
      name: 'default',
      spec: { ...spec, disruption: { ...spec.disruption, budgets: [] } },
    });
    expect(open).toContain('budgets: []');
    expect(readText(open)[0]?.definition?.spec).toMatchObject({ disruption: { budgets: [] } });
  });

  it('is the same for the same data in another order', () => {
    const { template, disruption, limits } = spec;
    const reordered = { template, disruption, limits };
    expect(formatManifest({ kind: 'NodePool', name: 'default', spec: reordered })).toBe(text);
  });

  const folder = join(import.meta.dirname, '../../../examples/published');
  it.each(readdirSync(folder).filter((file) => /default|pool|general/.test(file)))(
    'is read as the same definition: %s',
    (file) => {
      const readings = readText(readFileSync(join(folder, file), 'utf8'));
      const definitions = readings.flatMap(({ definition, variants }) => [
        ...(definition === null ? [] : [definition]),
        ...variants.map((variant) => variant.definition),
      ]);
      expect(definitions.length).toBeGreaterThan(0);
      for (const definition of definitions) {
        const [again] = readText(formatManifest(definition));
        expect(again?.definition).toEqual(definition);
        expect(again?.findings.filter(({ severity }) => severity === 'Error')).toEqual([]);
      }
    },
  );
});
