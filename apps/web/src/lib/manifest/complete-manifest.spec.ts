import { describe, expect, it } from 'vitest';
import { completeManifest } from './complete-manifest.js';
import { manifestKinds } from './manifest-schema.js';

/** Completes at the `|` of the text. */
function completeAt(marked: string) {
  const position = marked.indexOf('|');
  return completeManifest(marked.replace('|', ''), position, manifestKinds);
}
const labelsAt = (marked: string): readonly string[] =>
  completeAt(marked)?.options.map(({ label }) => label) ?? [];

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\n';

describe('completing a manifest', () => {
  it('offers the kinds and their API versions', () => {
    expect(labelsAt('kind: |')).toEqual(['NodePool', 'EC2NodeClass']);
    expect(labelsAt('apiVersion: kar|')).toEqual(['karpenter.sh/v1', 'karpenter.k8s.aws/v1']);
    expect(labelsAt('|')).toEqual(['apiVersion', 'kind']);
  });

  it('offers the fields at the path of the cursor, without those that are there', () => {
    expect(labelsAt(`${pool}|`)).toEqual(['metadata', 'spec']);
    expect(labelsAt(`${pool}spec:\n  weight: 3\n  |\n  limits:\n    cpu: 1\n`)).toEqual(
      expect.arrayContaining(['template', 'disruption', 'replicas']),
    );
    expect(labelsAt(`${pool}spec:\n  weight: 3\n  |\n  limits:\n    cpu: 1\n`)).not.toEqual(
      expect.arrayContaining(['limits']),
    );
    expect(labelsAt(`${pool}spec:\n  disruption:\n    cons|`)).toContain('consolidateAfter');
  });

  it.each([
    ['below the key of the list', '      requirements:\n        - key: a\n          |'],
    ['at the column of the key of the list', '      requirements:\n      - key: a\n        |'],
    ['right after the dash', '      requirements:\n        - |'],
  ])('offers the fields of an item that stands %s', (_, lines) => {
    expect(labelsAt(`${pool}spec:\n  template:\n    spec:\n${lines}`)).toContain('operator');
  });

  it('offers every field again in the next item of a list', () => {
    const items = '      requirements:\n        - key: a\n          operator: In\n        - |';
    expect(labelsAt(`${pool}spec:\n  template:\n    spec:\n${items}`)).toEqual(
      expect.arrayContaining(['key', 'operator']),
    );
  });

  it('offers the values of enumerations and booleans, and the labels of requirements', () => {
    const requirement = `${pool}spec:\n  template:\n    spec:\n      requirements:\n        - `;
    expect(labelsAt(`${requirement}key: a\n          operator: |`)).toEqual(
      expect.arrayContaining(['In', 'NotIn', 'Exists']),
    );
    expect(labelsAt(`${requirement}key: |`)).toEqual(
      expect.arrayContaining(['kubernetes.io/arch', 'karpenter.k8s.aws/instance-category']),
    );
    const nodeClass = 'kind: EC2NodeClass\nspec:\n  associatePublicIPAddress: |';
    expect(labelsAt(nodeClass)).toEqual(['true', 'false']);
  });

  it('reads only the document that the cursor is in', () => {
    const both = `${pool}spec:\n  weight: 1\n---\nkind: EC2NodeClass\nspec:\n  |\n---\n${pool}`;
    expect(labelsAt(both)).toContain('amiSelectorTerms');
    expect(labelsAt(both)).not.toContain('weight');
  });

  it('replaces what is already written of the word', () => {
    expect(completeAt('kind: Node|')?.from).toBe('kind: '.length);
  });

  it('inserts what a field begins with', () => {
    const { options = [] } = completeAt(`${pool}spec:\n  |`) ?? {};
    const textOf = (name: string) => options.find(({ label }) => label === name)?.text;
    expect(textOf('weight')).toBe('weight: ');
    expect(textOf('template')).toBe('template:\n    ');
    expect(options.find(({ label }) => label === 'template')?.detail).toMatch(/object/);
  });

  it.each([
    ['in a comment', `${pool}# spec|`],
    ['for an unknown kind', 'kind: Pod\nspec:\n  |'],
    ['below an unknown field', `${pool}spec:\n  whatever:\n    |`],
    ['for a value of free text', `${pool}metadata:\n  name: |`],
    ['after a value', `${pool}spec:\n  weight: 3 |`],
  ])('offers nothing %s', (_, marked) => {
    expect(completeAt(marked)).toBeNull();
  });
});
