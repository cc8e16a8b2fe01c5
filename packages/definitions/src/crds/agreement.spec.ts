import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '@marcbachmann/cel-js';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createManifestReader } from '../manifest-reader.js';
import { isObject, type JsonObject } from '../text/json.js';

/**
 * Checks each rule of the manifests in both forms: the reader's findings, and the validation by the
 * custom resource's schema with its CEL rules. The expected results are in verdicts/*.yaml.
 */

const root = join(import.meta.dirname, '../../../..');
const readYaml = (path: string): unknown => parse(readFileSync(path, 'utf8'));

const verdicts = z.array(
  z.strictObject({
    says: z.string(),
    set: z.record(z.string(), z.unknown()).default({}),
    remove: z.array(z.string()).default([]),
    errors: z.array(z.string()).default([]),
    cluster: z.enum(['accepts', 'refuses']).optional(),
  }),
);
const listVerdicts = (file: string) =>
  verdicts.parse(readYaml(join(import.meta.dirname, 'verdicts', file)));

const minimal: Readonly<Record<keyof typeof clusters, JsonObject>> = {
  NodePool: {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'default' },
    spec: {
      template: {
        metadata: {},
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
        },
      },
      disruption: { budgets: [{ nodes: '10%' }] },
      limits: { cpu: '100' },
    },
  },
  EC2NodeClass: {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'default' },
    spec: {
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      role: 'KarpenterNodeRole',
      subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
      securityGroupSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'prod' } }],
    },
  },
  NodeOverlay: {
    apiVersion: 'karpenter.sh/v1alpha1',
    kind: 'NodeOverlay',
    metadata: { name: 'default' },
    spec: {
      requirements: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
      price: '0.096',
    },
  },
  CapacityBuffer: {
    apiVersion: 'autoscaling.x-k8s.io/v1beta1',
    kind: 'CapacityBuffer',
    metadata: { name: 'headroom', namespace: 'shop' },
    spec: { scalableRef: { apiGroup: 'apps', kind: 'Deployment', name: 'web' }, percentage: 10 },
  },
};

/** Returns the minimal manifest with values set by dotted path; `undefined` removes a field. */
function edit(manifest: JsonObject, edits: Readonly<Record<string, unknown>>): JsonObject {
  const copy = structuredClone(manifest);
  for (const [path, value] of Object.entries(edits)) {
    const steps = path.split('.');
    const parent = steps.slice(0, -1).reduce<unknown>(member, copy);
    expect(isObject(parent), `${path} has a parent`).toBe(true);
    if (!isObject(parent)) continue;
    if (value === undefined) delete parent[steps.at(-1) ?? ''];
    else parent[steps.at(-1) ?? ''] = value;
  }
  return copy;
}

const member = (value: unknown, step: string): unknown =>
  isObject(value) ? value[step] : undefined;

/** Validates as an API server with the custom resource does for `kubectl apply`. */
class Cluster {
  readonly #schema: unknown;
  readonly #isValid: (value: unknown) => boolean;
  readonly #cel = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
  });

  constructor(file: string) {
    const crd = z
      .object({
        spec: z.object({
          versions: z.tuple([
            z.object({ schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }) }),
          ]),
        }),
      })
      .parse(readYaml(join(root, 'deploy/crds', file)));
    this.#schema = crd.spec.versions[0].schema.openAPIV3Schema;
    const ajv = new Ajv({ strict: false, useDefaults: true, logger: false });
    this.#isValid = ajv.compile(z.record(z.string(), z.unknown()).parse(closed(this.#schema)));
  }

  accepts(manifest: unknown, old?: unknown): boolean {
    const self = structuredClone(manifest);
    return this.#isValid(self) && this.#keepsRules(this.#schema, toCel(self), toCel(old));
  }

  #keepsRules(schema: unknown, self: unknown, oldSelf: unknown): boolean {
    const rules = z
      .array(z.object({ rule: z.string() }))
      .parse(member(schema, 'x-kubernetes-validations') ?? []);
    const isKept = rules.every(
      ({ rule }) =>
        (rule.includes('oldSelf') && oldSelf === undefined) ||
        this.#cel.evaluate(rule, { self, oldSelf }) === true,
    );
    if (!isKept) return false;
    if (Array.isArray(self)) {
      return self.every((item) => this.#keepsRules(member(schema, 'items'), item, undefined));
    }
    return Object.entries(isObject(self) ? self : {}).every(([key, value]) => {
      const below =
        member(member(schema, 'properties'), key) ?? member(schema, 'additionalProperties');
      return this.#keepsRules(below, value, member(oldSelf, key));
    });
  }
}

/**
 * Returns a schema that refuses unknown fields, as `kubectl apply` does; metadata has its own
 * rules.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, closed(part)]),
  );
  return isObject(schema['properties']) && schema['type'] === 'object'
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** CEL has different types for whole numbers and fractions. */
function toCel(value: unknown): unknown {
  if (Number.isInteger(value)) return BigInt(Number(value));
  if (Array.isArray(value)) return value.map(toCel);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toCel(part)]));
}

const clusters = {
  NodePool: new Cluster('karpenter.sh_nodepools.yaml'),
  EC2NodeClass: new Cluster('karpenter.k8s.aws_ec2nodeclasses.yaml'),
  NodeOverlay: new Cluster('karpenter.sh_nodeoverlays.yaml'),
  CapacityBuffer: new Cluster('autoscaling.x-k8s.io_capacitybuffers.yaml'),
};

const context = {
  clusterName: 'prod',
  replacePlaceholders: false,
  defaultNodeClass: null,
  knownNodeClasses: ['default'],
  knownNodePools: [],
  kubernetesVersion: '1.36',
};

const reader = createManifestReader();

function readErrors(manifest: JsonObject): readonly string[] {
  const [reading] = reader.readObject(manifest, context).documents;
  const errors = reading?.findings.filter(({ severity }) => severity === 'Error') ?? [];
  expect(reading?.definition === null).toBe(errors.length > 0);
  return errors.map(({ code, path }) => `${code} ${path}`).sort();
}

/** For kinds that only exist in clusters, the reader gets the spec as the API returns it. */
function specErrors({ kind, spec: manifest }: JsonObject): readonly string[] {
  const { spec, findings } =
    kind === 'NodeOverlay' ? reader.readNodeOverlay(manifest) : reader.readCapacityBuffer(manifest);
  const errors = findings.filter(({ severity }) => severity === 'Error');
  expect(spec === null).toBe(errors.length > 0);
  return errors.map(({ code, path }) => `${code} ${path}`).sort();
}

describe.each([
  { kind: 'NodePool' as const, errorsOf: readErrors, table: listVerdicts('node-pool.yaml') },
  { kind: 'EC2NodeClass' as const, errorsOf: readErrors, table: listVerdicts('node-class.yaml') },
  { kind: 'NodeOverlay' as const, errorsOf: specErrors, table: listVerdicts('node-overlay.yaml') },
  {
    kind: 'CapacityBuffer' as const,
    errorsOf: specErrors,
    table: listVerdicts('capacity-buffer.yaml'),
  },
])('the rules of a $kind', ({ kind, errorsOf, table }) => {
  it.each(table)('$says', ({ set, remove, errors, cluster }) => {
    const removals = Object.fromEntries(remove.map((path) => [path, undefined]));
    const manifest = edit(minimal[kind], { ...set, ...removals });
    expect(errorsOf(manifest)).toEqual(errors.toSorted());
    const expected = cluster ?? (errors.length === 0 ? 'accepts' : 'refuses');
    expect(clusters[kind].accepts(manifest) ? 'accepts' : 'refuses').toBe(expected);
  });
});

const requirements = 'spec.template.spec.requirements';
const exists = { key: 'a', operator: 'Exists' };

describe('the sizes of a NodePool', () => {
  it.each([
    ['metadata.name', 'a'.repeat(64), 'NAME_INVALID metadata.name'],
    [requirements, Array.from({ length: 101 }, () => exists), `OUT_OF_RANGE ${requirements}`],
    [
      'spec.disruption.budgets',
      Array.from({ length: 51 }, () => ({})),
      'OUT_OF_RANGE spec.disruption.budgets',
    ],
    [requirements, [{ ...exists, key: 'a'.repeat(317) }], `OUT_OF_RANGE ${requirements}[0].key`],
    [
      'spec.template.metadata.labels',
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 'x'])),
      'OUT_OF_RANGE spec.template.metadata.labels',
    ],
  ])('are bounded: %s', (path, value, error) => {
    const manifest = edit(minimal.NodePool, { [path]: value });
    expect(readErrors(manifest)).toEqual([error]);
    expect(clusters.NodePool.accepts(manifest)).toBe(false);
  });
});

describe('changes that a cluster refuses', () => {
  it.each([
    ['a dynamic pool into a static one', { 'spec.replicas': 1, 'spec.limits': {} }, false],
    [
      'the kind of the node class',
      { 'spec.template.spec.nodeClassRef.kind': 'OtherNodeClass' },
      false,
    ],
    [
      'the name of the node class, which is allowed',
      { 'spec.template.spec.nodeClassRef.name': 'x' },
      true,
    ],
  ])('%s', (_what, edits, isAccepted) => {
    const changed = edit(minimal.NodePool, edits);
    expect(clusters.NodePool.accepts(changed)).toBe(true);
    expect(clusters.NodePool.accepts(changed, minimal.NodePool)).toBe(isAccepted);
  });

  it('any field of a NodeClaim', () => {
    const nodeClaims = new Cluster('karpenter.sh_nodeclaims.yaml');
    const claim = {
      apiVersion: 'karpenter.sh/v1',
      kind: 'NodeClaim',
      metadata: { name: 'default-x2f9k' },
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [{ key: 'karpenter.sh/nodepool', operator: 'In', values: ['default'] }],
        resources: { requests: { cpu: '1', memory: '1Gi', pods: 3 } },
        expireAfter: '720h',
      },
    };
    expect(nodeClaims.accepts(claim)).toBe(true);
    expect(nodeClaims.accepts(claim, claim)).toBe(true);
    expect(nodeClaims.accepts(edit(claim, { 'spec.expireAfter': '1h' }), claim)).toBe(false);
  });
});
