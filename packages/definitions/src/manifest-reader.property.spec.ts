import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentReading } from '@kerf/application';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findingSeverities } from './findings/finding-codes.js';
import { createManifestReader } from './manifest-reader.js';

const reader = createManifestReader();
const context = {
  clusterName: 'prod-eu',
  replacePlaceholders: true,
  defaultNodeClass: 'default',
  knownNodeClasses: [],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

/** A document is refused if and only if it has an error, and all codes are known. */
const isConsistent = (documents: readonly DocumentReading[]): boolean =>
  documents.every(
    ({ definition, findings }) =>
      (definition === null) === findings.some(({ severity }) => severity === 'Error') &&
      findings.every(({ code }) => Object.hasOwn(findingSeverities, code)),
  );

const readText = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const verdicts = ['node-pool', 'node-class'].map((kind) => readText(`crds/verdicts/${kind}.yaml`));

const fields = verdicts.flatMap((text) => text.match(/\b[a-z][A-Za-z0-9]+(?=:)/g) ?? []);
const keys = [
  ...new Set([...fields, 'subnetSelector', 'resources', '__proto__', 'constructor', '']),
];
const words = ['In', 'Gt', '10%', '@daily', '8h', 'al2023@latest', 'AL2023', 'RAID0', 'my-cluster'];

const anything = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    fc.oneof(fc.constantFrom(...words), fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 8 }),
  ),
})).tree;

/** A node class with all fields, from the agreement spec. */
const [, full] = z
  .array(z.object({ set: z.record(z.string(), z.unknown()).default({}) }))
  .parse(parse(verdicts[1] ?? ''));
const fullNodeClass = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'full' },
  spec: Object.fromEntries([
    ['role', 'nodes'],
    ...Object.entries(full?.set ?? {}).map(([path, value]) => [path.replace('spec.', ''), value]),
  ]),
};

const manifests = ['default', 'default.v1beta1', 'general-purpose.v1beta1', 'special-pools']
  .flatMap((file) => readText(`../../../examples/published/${file}.yaml`).split('---\n'))
  .map((document): unknown => parse(document))
  .concat([fullNodeClass, fullNodeClass, fullNodeClass]);

/** Returns the manifest with one of its parts replaced; `place` is the index of the part. */
function replacePart(manifest: unknown, place: number, put: unknown): unknown {
  let part = 0;
  return JSON.parse(
    JSON.stringify(manifest, (_key, value: unknown) => {
      part += 1;
      return part === place ? put : value;
    }),
  );
}

const changed = fc
  .tuple(fc.constantFrom(...manifests), fc.integer({ min: 6, max: 120 }), anything)
  .map(([manifest, place, put]) => replacePart(manifest, place, put));

describe('no input makes the reader throw', () => {
  it('of any object, alone or inserted in a valid manifest', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: changed }, fc.jsonValue()), (object) => {
        expect(reader.readObject(object, context).documents).toSatisfy(isConsistent);
        const { documents } = reader.readText(JSON.stringify(object), context);
        expect(documents).toSatisfy(isConsistent);
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  it('of any spec of a kind that only clusters have', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (spec) => {
        for (const reading of [
          reader.readNodeOverlay(spec),
          reader.readCapacityBuffer(spec),
          reader.readStandaloneClaim(spec),
        ]) {
          const { spec: accepted, findings } = reading;
          const isRefused = findings.some(({ severity }) => severity === 'Error');
          expect(accepted === null).toBe(isRefused);
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  it('of any text', () => {
    const tokens = '": |- |\n|  |[|]|{|}|&a |*a|---\n|"|#|!!|%|,|?|\t|<<|> |\u0000|é'.split('|');
    const yamlLike = fc
      .array(fc.constantFrom(...tokens, ...keys), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(yamlLike, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        expect(reader.readText(text, context).documents).toSatisfy(isConsistent);
      }),
      { seed: 11, numRuns: 1000 },
    );
  });
});
