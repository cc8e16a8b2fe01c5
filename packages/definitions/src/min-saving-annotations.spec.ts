import type { DocumentReading, ManifestContext } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { formatManifest } from './format-manifest.js';
import { createManifestReader } from './manifest-reader.js';

const context: ManifestContext = {
  clusterName: 'prod',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: null,
  knownNodePools: [],
  kubernetesVersion: '1.34',
};
const reader = createManifestReader();

function read(annotations: string): DocumentReading {
  const text = `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web, annotations: { ${annotations} } }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
`;
  const [document] = reader.readText(text, context).documents;
  if (document === undefined) throw new RangeError('the text has a document');
  return document;
}

const minSavingOf = ({ definition }: DocumentReading) =>
  definition?.kind === 'NodePool' ? definition.spec.minSaving : null;
const codesOf = ({ findings }: DocumentReading) =>
  findings
    .filter(({ severity }) => severity === 'Error')
    .map(({ code, path }) => `${code} ${path}`);

describe('minimum savings in the annotations of a NodePool', () => {
  const all =
    'kerf.dev/min-saving-usd-per-hour: "0.05", kerf.dev/min-saving-percent: "7.5", kerf.dev/pod-move-usd-per-hour: "0.001"';

  it('are read, and are not metadata that is dropped', () => {
    const reading = read(all);
    expect(minSavingOf(reading)).toEqual({
      usdPerHour: '0.05',
      percent: '7.5',
      podMoveUsdPerHour: '0.001',
    });
    expect(reading.findings.map(({ code }) => code)).not.toContain('METADATA_DROPPED');
    expect(minSavingOf(read(''))).toBeUndefined();
  });

  it('are not kept a second time among the other annotations', () => {
    const reading = read(`${all}, team: shop`);
    expect(reading.definition?.spec.objectMetadata?.annotations).toEqual({ team: 'shop' });
  });

  it('are written as annotations again, and read from there', () => {
    const { definition } = read(all);
    if (definition === null) throw new RangeError('the manifest is valid');
    const text = formatManifest(definition);
    expect(text).toContain('kerf.dev/min-saving-percent: "7.5"');
    expect(text).not.toContain('minSaving');
    const [again] = reader.readText(text, context).documents;
    expect(again?.definition).toEqual(definition);
  });

  it('do not replace nodes when they change', () => {
    expect(read(all).definition?.driftHash).toBe(read('').definition?.driftHash);
  });

  it.each([
    ['kerf.dev/min-saving-percent: 5', 'must be text, not a number: put the value in quotes'],
    ['kerf.dev/min-saving-percent: "101"', 'must be a number from 0 to 100, such as "5"'],
    ['kerf.dev/min-saving-percent: "-1"', 'must be a number from 0 to 100, such as "5"'],
    ['kerf.dev/min-saving-percent: "1e1"', 'must be a number from 0 to 100, such as "5"'],
    ['kerf.dev/min-saving-usd-per-hour: "a lot"', 'must be US dollars per hour, such as "0.05"'],
    ['kerf.dev/pod-move-usd-per-hour: "-0.1"', 'must be US dollars per hour, such as "0.05"'],
  ])('are refused with the annotation and how to write it: %s', (annotation, message) => {
    const reading = read(annotation);
    const [key = ''] = annotation.split(':');
    expect(reading.definition).toBeNull();
    expect(codesOf(reading)).toEqual([
      expect.stringContaining('VALUE_INVALID metadata.annotations'),
    ]);
    expect(reading.findings.find(({ severity }) => severity === 'Error')?.message).toBe(
      `${key} ${message}`,
    );
  });
});
