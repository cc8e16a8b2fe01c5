import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, type JsonObject, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { useKubernetes } from './testing/use-kubernetes.js';

// Answers of the API server to manifests, with the CRDs of deploy/crds.

const cluster = useKubernetes();
const root = join(import.meta.dirname, '../..');
const namespace = 'conformance-manifests';

function documentsIn(file: string): readonly JsonObject[] {
  return parseAllDocuments(readFileSync(file, 'utf8')).flatMap((document) => {
    const value: unknown = document.toJS();
    return isObject(value) ? [value] : [];
  });
}

const manifestsIn = (folder: string) =>
  globSync(join(folder, '**/*.yaml'))
    .toSorted()
    .flatMap((file) =>
      documentsIn(file).map((document) => {
        const name = `${stringAt(document, 'kind')} ${stringAt(document, 'metadata', 'name')}`;
        return { title: `${basename(file)}: ${name}`, document };
      }),
    );

/** Plural forms of kinds of the examples; those in `inNamespaces` are namespaced. */
const plurals: Readonly<Record<string, string>> = {
  NodePool: 'nodepools',
  EC2NodeClass: 'ec2nodeclasses',
  NodeClaim: 'nodeclaims',
  NodeOverlay: 'nodeoverlays',
  CapacityBuffer: 'capacitybuffers',
  Deployment: 'deployments',
  PodDisruptionBudget: 'poddisruptionbudgets',
};
const inNamespaces = new Set(['Deployment', 'PodDisruptionBudget', 'CapacityBuffer']);

function pathOf(document: JsonObject): string {
  const kind = stringAt(document, 'kind') ?? '';
  const place = inNamespaces.has(kind) ? `/namespaces/${namespace}` : '';
  return `/apis/${stringAt(document, 'apiVersion')}${place}/${plurals[kind]}`;
}

/** Sends the object as kubectl does, without storing it. */
function send(document: JsonObject) {
  const { namespace: _given, ...metadata } = objectAt(document, 'metadata');
  const path = `${pathOf(document)}?dryRun=All&fieldValidation=Strict`;
  return cluster.call('POST', path, { ...document, metadata });
}

beforeAll(async () => {
  await cluster.namespace(namespace);
  for (const file of globSync(join(root, 'deploy/crds/*.yaml'))) {
    for (const crd of documentsIn(file)) {
      const names = objectAt(crd, 'spec', 'names');
      const group = stringAt(crd, 'spec', 'group');
      const version = basename(file).startsWith('autoscaling') ? 'v1beta1' : 'v1';
      const served = `/apis/${group}/${file.includes('nodeoverlays') ? 'v1alpha1' : version}/${stringAt(names, 'plural')}`;
      await cluster.ensureDefinition(crd, stringAt(crd, 'metadata', 'name') ?? '', served);
    }
  }
});

/** v1beta1 is not served: Kerf converts such manifests when they are imported. */
const expectedCode = ({ apiVersion, kind }: JsonObject): number =>
  apiVersion === 'karpenter.sh/v1beta1' || apiVersion === 'karpenter.k8s.aws/v1beta1'
    ? 404
    : kind === undefined
      ? 400
      : 201;

describe('the examples', () => {
  it.each(manifestsIn(join(root, 'examples')))('$title', async ({ document }) => {
    const { code, text } = await send(document);
    expect(`${code} ${code < 300 ? '' : text}`).toMatch(new RegExp(`^${expectedCode(document)} `));
  });
});

const shared = process.env['KERF_CONFORMANCE_MANIFESTS'] ?? join(root, '../shared/data/manifests');
const found = existsSync(shared) ? manifestsIn(shared) : [];
const reason =
  found.length === 0 ? ` (skipped: no manifests in ${shared}; set KERF_CONFORMANCE_MANIFESTS)` : '';

describe.skipIf(found.length === 0)(`further manifests${reason}`, () => {
  it.each(found)('$title', async ({ document }) => {
    const { code, text } = await send(document);
    expect(`${code} ${code < 300 ? '' : text}`).toMatch(new RegExp(`^${expectedCode(document)} `));
  });
});
