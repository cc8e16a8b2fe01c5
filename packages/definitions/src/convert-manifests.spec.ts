import { readFileSync } from 'node:fs';
import type { ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { convertManifests } from './convert-manifests.js';
import { createManifestReader } from './manifest-reader.js';

const context: ManifestContext = {
  clusterName: 'prod-eu',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: [],
  knownNodePools: [],
  kubernetesVersion: null,
};
const convert = (text: string) => convertManifests(text, context);
const published = (name: string): string =>
  readFileSync(new URL(`../../../examples/published/${name}`, import.meta.url), 'utf8');

const pool = (over = ''): string => `
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: default
  labels: { team: web }
  annotations:
    owner: platform
    kubectl.kubernetes.io/last-applied-configuration: '{"old": true}'
  uid: 1-2-3
  resourceVersion: "7"
spec:
  disruption: { consolidationPolicy: WhenUnderutilized, expireAfter: 720h }
  template:
    spec:
      nodeClassRef: { apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, name: default }
      requirements: []
      ${over}
`;

describe('manifests of v1beta1', () => {
  it('become v1, with a note for every change', () => {
    const { text, documents } = convert(pool());
    expect(documents).toHaveLength(1);
    const notes = text.split('\n').filter((line) => line.startsWith('#'));
    expect(notes[0]).toBe('# NodePool default, from karpenter.sh/v1beta1:');
    expect(notes).toContainEqual(
      expect.stringContaining('(WhenUnderutilized → WhenEmptyOrUnderutilized)'),
    );
    expect(notes).toContainEqual(expect.stringContaining('spec.disruption.expireAfter: '));
    expect(text).toContain('apiVersion: karpenter.sh/v1\n');
    expect(text).toContain('consolidationPolicy: WhenEmptyOrUnderutilized\n');
  });

  it('keep their labels and annotations', () => {
    const { text } = convert(pool());
    expect(text).toContain(
      'metadata:\n  annotations:\n    owner: platform\n  labels:\n    team: web\n  name: default\n',
    );
    expect(text).not.toMatch(/last-applied|uid|resourceVersion|METADATA|keeps its name only/);
  });

  it('that cannot be converted become comments only', () => {
    const { text, documents } = convert(pool('kubelet: { maxPods: 50 }'));
    expect(documents[0]?.manifest).toBeNull();
    expect(text).toContain('# NodePool default cannot be converted:\n');
    expect(text).toContain('# - error: spec.template.spec.kubelet: ');
    expect(text).toContain('spec.kubelet of the EC2NodeClass');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('are valid v1 afterwards: reading them again changes nothing', () => {
    const { text, documents } = convert(published('general-purpose.v1beta1.yaml'));
    expect(documents.every(({ manifest }) => manifest !== null)).toBe(true);
    const again = createManifestReader().readText(text, context).documents;
    expect(again.map(({ definition }) => definition)).toEqual(
      documents.map(({ reading }) => reading.definition),
    );
    const changes = again.flatMap(({ findings }) =>
      findings.filter(({ became }) => became !== null).map(({ code }) => code),
    );
    expect(changes).toEqual([]);
  });

  it('cannot end a comment or insert control characters', () => {
    const { text } = convert('apiVersion: karpenter.sh/v1\nkind: "x\\nkind: Secret\\u0007"\n');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
    expect(text).not.toContain('\u0007');
  });

  it('use the chosen variant of an ambiguous document', () => {
    const both = published('default.v1beta1.yaml');
    const role = new Map([[0, 'role']]);
    expect(convert(both).documents[0]?.manifest).toBeNull();
    const { documents } = convertManifests(both, { ...context, variants: role });
    expect(documents[0]?.manifest).toContain('role: KarpenterNodeRole-YOUR_CLUSTER_NAME');
    expect(documents[0]?.manifest).not.toContain('instanceProfile');
  });

  it('are converted without a cluster, and messages refer to none', () => {
    const nowhere = { ...context, clusterName: null, knownNodeClasses: null };
    const withoutClass = pool().replace(/nodeClassRef: .*/, '');
    const placeholder = pool().replace('name: default }', 'name: my-cluster }');
    const notesOf = (text: string) => convertManifests(text, nowhere).text;
    expect(notesOf(pool())).not.toContain('NodeClass default');
    expect(notesOf(withoutClass)).toMatch(/kind: EC2NodeClass, name: … }$/m);
    expect(notesOf(placeholder)).not.toMatch(/null|write ,/);
  });

  it('that are not YAML get the syntax error', () => {
    const { text, documents } = convert('a: [');
    expect(documents[0]?.manifest).toBeNull();
    expect(text).toMatch(/^# Document 1 cannot be converted:\n# - error: /);
  });
});
