import { describe, expect, it } from 'vitest';
import { createManifestReader } from '../manifest-reader.js';
import { changeInFile } from './change-in-file.js';

const reader = createManifestReader();

function poolOf(text: string) {
  const [reading] = reader.readText(text, {
    clusterName: null,
    replacePlaceholders: false,
    defaultNodeClass: null,
    knownNodeClasses: null,
    knownNodePools: [],
    kubernetesVersion: null,
  }).documents;
  if (reading?.definition === null || reading === undefined) {
    throw new RangeError(`the manifest is valid: ${JSON.stringify(reading?.findings)}`);
  }
  return reading.definition;
}

/** The NodePool as the cluster has it, with the defaults of the API server. */
const pool = (spec: string, requirements = '') => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: general
spec:
${spec}  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot]
${requirements}`;

const other = `# The class of every pool
apiVersion: karpenter.k8s.aws/v1
kind:   EC2NodeClass   # spacing stays
metadata: {name: default}
spec: {role: 'nodes'}
`;

const change = (file: string, before: string, after: string) =>
  changeInFile(file, { before: poolOf(before), after: poolOf(after) });

const changed = (file: string, before: string, after: string): string => {
  const result = change(file, before, after);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const refusal = (file: string, before: string, after: string): string | null => {
  const result = change(file, before, after);
  return result.ok ? null : result.error;
};

describe('a change of an object in a file of a repository', () => {
  const file = `${other}---
# Owned by platform
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
    name: general
spec:
    limits:
        cpu: 100    # agreed with finance
        memory: "400Gi"

    template:
        spec:
            nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
            requirements:
            - key: karpenter.sh/capacity-type   # no on-demand
              operator: In
              values: [spot]
---
${other}`;
  const before = pool('  limits: { cpu: "100", memory: 400Gi }\n');

  it('replaces the characters of the values that differ, and nothing else', () => {
    const after = pool('  limits: { cpu: "200", memory: 800Gi }\n');
    expect(changed(file, before, after)).toBe(
      file.replace('cpu: 100 ', 'cpu: 200 ').replace('400Gi', '800Gi'),
    );
  });

  it('adds and removes fields with the comments and the other documents as they are', () => {
    const after = pool('  weight: 10\n  limits: { cpu: "100" }\n');
    const text = changed(file, before, after);
    expect(text.startsWith(`${other}---\n# Owned by platform\n`)).toBe(true);
    expect(text.endsWith(`---\n${other}`)).toBe(true);
    expect(text).toContain('# agreed with finance');
    expect(text).toContain('- key: karpenter.sh/capacity-type # no on-demand\n');
    expect(text).toContain('\n    weight: 10\n');
    expect(text).not.toContain('memory');
  });

  it('adds items to lists and removes them where they are', () => {
    const zone = `        - key: topology.kubernetes.io/zone
          operator: In
          values: [us-east-1a]
`;
    const text = changed(file, before, pool('  limits: { cpu: "100", memory: 400Gi }\n', zone));
    expect(text).toContain('# no on-demand');
    expect(text).toContain('topology.kubernetes.io/zone');
    const both = pool('  limits: { cpu: "100", memory: 400Gi }\n', zone);
    expect(changed(text, both, before)).not.toContain('topology.kubernetes.io/zone');
  });

  it('writes only what differs where the file leaves defaults out', () => {
    const after = pool(
      '  limits: { cpu: "100", memory: 400Gi }\n  disruption: { consolidateAfter: 5m }\n',
    );
    const text = changed(file, before, after);
    expect(text).toContain('disruption:\n        consolidateAfter: 5m\n');
    expect(text).not.toContain('consolidationPolicy');
  });

  it('is none if the file has it already', () => {
    const after = pool('  limits: { cpu: "200", memory: 400Gi }\n');
    const ahead = file.replace('cpu: 100', 'cpu: 200');
    expect(changed(ahead, before, after)).toBe(ahead);
  });

  it('keeps line ends of Windows and a JSON file', () => {
    const windows = file.replaceAll('\n', '\r\n');
    const after = pool('  weight: 10\n  limits: { cpu: "100", memory: 400Gi }\n');
    expect(changed(windows, before, after)).not.toMatch(/[^\r]\n/);
    const json = JSON.stringify({
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodePool',
      metadata: { name: 'general' },
      spec: { limits: { cpu: '100', memory: '400Gi' } },
    });
    const more = pool('  limits: { cpu: "200", memory: 400Gi }\n');
    expect(changed(json, before, more)).toBe(json.replace('"100"', '"200"'));
  });

  it.each([
    ['a template', file.replace('cpu: 100', 'cpu: {{ .Values.cpu }}'), /is a template/],
    ['a file without the object', other, /has no NodePool general/],
    ['a file with the object twice', `${file}---\n${file}`, /more than once/],
    [
      'a file of another version',
      file.replace('karpenter.sh/v1\n', 'karpenter.sh/v1beta1\n'),
      /Convert the file to karpenter\.sh\/v1 first/,
    ],
    [
      'a repeated key',
      file.replace('    limits:', '    weight: 1\n    weight: 2\n    limits:'),
      /cannot be read as YAML/,
    ],
    ['a broken file', `${file}\n---\na: [`, /cannot be read as YAML/],
    [
      'aliases',
      file.replace('cpu: 100', 'cpu: &most 100').replace('"400Gi"', '*most'),
      /YAML aliases/,
    ],
    ['another value', file.replace('cpu: 100', 'cpu: 150'), /differ in spec\.limits\.cpu/],
    ['no object at all', '', /cannot be read as YAML/],
  ])('is refused for %s', (_, text, message) => {
    const after = pool('  limits: { cpu: "200", memory: 400Gi }\n');
    expect(refusal(text, before, after)).toMatch(message);
  });
});
