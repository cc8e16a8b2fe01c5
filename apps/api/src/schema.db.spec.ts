import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuditExportLog } from '@kerf/db';
import {
  anIncident,
  anInterruption,
  aPause,
  aSimulation,
  aSimulationResult,
  aSpendLimit,
  storedFleet,
  storeFleet,
} from '@kerf/testing';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import {
  buildASTSchema,
  buildSchema,
  concatAST,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessKey } from './auth/access.js';
import { fieldResolvers } from './field-resolvers.js';
import { domainEnums } from './graphql/domain-enums.js';
import { completeMutations } from './graphql/mutations/complete-mutations.js';
import { schemaFile } from './graphql-options.js';
import { type OperationSpec, operationKey } from './rest/operation.js';
import { ApiUnderTest } from './testing/api-under-test.js';

let api: ApiUnderTest;
let schema: GraphQLSchema;

beforeAll(async () => {
  api = await ApiUnderTest.start(inject('databaseUrl'));
  const { store } = api.api.parts.ports;
  await storeFleet(store);
  await store.incidents.insert(anIncident({ clusterId: storedFleet.cluster, id: 'inc_1' }));
  await store.interruptions.insert(
    anInterruption({
      clusterId: storedFleet.cluster,
      id: 'int_1',
      nodeClaimId: storedFleet.nodeClaim,
    }),
  );
  await store.simulations.insert(
    aSimulation({
      clusterId: storedFleet.cluster,
      id: 'sim_1',
      state: 'Done',
      result: aSimulationResult(),
    }),
  );
  const scope = { kind: 'Cluster', clusterId: storedFleet.cluster } as const;
  const step = { at: 1, decisionId: null, text: 'node-1 did not join' };
  const rule = 'RegistrationFailures' as const;
  const seen = { rule, observed: 2, threshold: 2, costMicroUsd: null };
  await store.pauses.insert(aPause({ id: 'pau_1', scope, evidence: { ...seen, steps: [step] } }));
  await store.spendLimits.insert(aSpendLimit({ id: 'spl_1', scope }));
  const run = { target: 's3://audit', now: 1, busyUntil: 2 };
  await createAuditExportLog(api.api.parts.database).begin(run);
  schema = api.api.app.get(GraphQLSchemaHost, { strict: false }).schema;
});
afterAll(() => api.close());

describe('the schema', () => {
  it('is the committed one: run `npm run codegen` after changing a .graphql file', async () => {
    const files = globSync('**/*.graphql', { cwd: import.meta.dirname });
    const documents = await Promise.all(
      files.map(async (file) => parse(await readFile(join(import.meta.dirname, file), 'utf8'))),
    );
    const own = printSchema(
      lexicographicSortSchema(buildASTSchema(completeMutations(concatAST(documents)))),
    );
    const committed = buildSchema(readFileSync(schemaFile, 'utf8'));
    expect(printSchema(lexicographicSortSchema(committed))).toBe(own);
  });

  it('has a domain word for each enum value, and an enum value for each word', () => {
    const withUnknown = (words: readonly string[]) => [...new Set([...words, 'UNKNOWN'])].sort();
    const ours = Object.entries(domainEnums).map(([name, words]) => [
      name,
      withUnknown(Object.keys(words)),
    ]);
    const theirs = Object.keys(domainEnums).map((name) => {
      const type = schema.getType(name);
      return [name, withUnknown(isEnumType(type) ? type.getValues().map((v) => v.name) : [])];
    });
    expect(ours).toEqual(theirs);
  });

  it('resolves each root field by a method', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()];
    const bare = roots.flatMap((root) =>
      Object.values(root?.getFields() ?? {}).filter(
        (field) => field.resolve === undefined || field.resolve.name === 'defaultFieldResolver',
      ),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
    const changes = schema.getSubscriptionType()?.getFields()['changes'];
    expect(changes?.subscribe).toBeTypeOf('function');
  });

  it('names only types and fields that exist in the field resolvers', () => {
    const strange = Object.entries(fieldResolvers).flatMap(([typeName, fields]) => {
      const type = schema.getType(typeName);
      if (type === undefined) return [typeName];
      const known = isObjectType(type) ? type.getFields() : fields;
      return Object.keys(fields).flatMap((field) =>
        field in known ? [] : [`${typeName}.${field}`],
      );
    });
    expect(strange).toEqual([]);
  });
});

const policyManifest = JSON.stringify(
  JSON.stringify({ apiVersion: 'kerf.dev/v1', kind: 'ApprovalPolicy', spec: { rules: [] } }),
).slice(1, -1);

/** Arguments by which each query finds something of the stored fleet. */
const argumentsOf: Readonly<Record<string, string>> = {
  cluster: `id: "${storedFleet.cluster}"`,
  nodes: `clusterId: "${storedFleet.cluster}", first: 10`,
  node: `clusterId: "${storedFleet.cluster}", name: "${storedFleet.node}"`,
  nodeClaims: `clusterId: "${storedFleet.cluster}", first: 10`,
  nodeClaim: `id: "${storedFleet.nodeClaim}"`,
  pod: `clusterId: "${storedFleet.cluster}", namespace: "shop", name: "web-bound"`,
  pods: `clusterId: "${storedFleet.cluster}", namespace: "shop", ownerKind: "ReplicaSet", ownerName: "web", first: 5`,
  search: 'query: "default"',
  pendingPod: `clusterId: "${storedFleet.cluster}", uid: "waits-1"`,
  nodePool: `id: "${storedFleet.nodePool}"`,
  nodeClass: `id: "${storedFleet.nodeClass}"`,
  decision: `id: "${storedFleet.emptyDecision}"`,
  savingProof: `id: "${storedFleet.emptyDecision}"`,
  disruptionSimulation: 'id: "sim_1"',
  deviceRequest: 'userCode: "none"',
  incident: 'id: "inc_1"',
  interruption: 'id: "int_1"',
  budgetCalendar: 'first: 5, from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  costAllocation: 'by: NAMESPACE',
  spotPools: 'from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  costSeries: 'by: NODE_POOL, from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  savings: 'from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  unusedAnticipation: 'from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00Z"',
  brakeSettings: `clusterId: "${storedFleet.cluster}"`,
  pause: 'id: "pau_1"',
  can: 'action: NODE_READ',
  testApprovalPolicy: `days: 1, manifest: "${policyManifest}"`,
  object: `id: "${storedFleet.cluster}"`,
  objects: `ids: ["${storedFleet.cluster}"]`,
  convertManifests: 'input: { manifests: "kind: NodePool" }',
};

/** Every field of a type, all the way down. */
function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (type.name === 'Object') return '{ id }';
  if (isUnionType(type)) return '{ __typename }';
  if (!isObjectType(type)) return '';
  const inner = Object.values(type.getFields()).map(
    (member) => `${member.name} ${selectionOf(member)}`,
  );
  return `{ ${inner.join(' ')} }`;
}

describe('every field', () => {
  it('is answered, and a field that nothing resolves would be an error', async () => {
    const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
    const answers = await Promise.all(
      queries.map(async (query) => {
        const isPaged = query.args.some(({ name }) => name === 'first');
        const args = argumentsOf[query.name] ?? (isPaged ? 'first: 5' : '');
        const text = `{ ${query.name}${args === '' ? '' : `(${args})`} ${selectionOf(query)} }`;
        return [query.name, (await api.graphql(api.writer, text)).body];
      }),
    );
    const expected = queries.map(({ name }) => [name, { data: { [name]: expect.anything() } }]);
    // No program waits under any code.
    const absent = [['deviceRequest', { data: { deviceRequest: null } }]];
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries([...expected, ...absent]));
  });

  it('of an object is found by its id', async () => {
    const ids = [
      storedFleet.cluster,
      storedFleet.nodePool,
      storedFleet.nodeClass,
      storedFleet.nodeClaim,
      storedFleet.emptyDecision,
      storedFleet.auditEntry,
      'int_1',
    ];
    const found = ids.map((id, index) => `o${index}: object(id: "${id}") { __typename id }`);
    const answer = await api.graphql(api.reader, `{ ${found.join(' ')} }`);
    expect(answer.body).toEqual({
      data: Object.fromEntries(
        [
          'Cluster',
          'NodePool',
          'NodeClass',
          'NodeClaim',
          'Decision',
          'AuditEntry',
          'Interruption',
        ].map((type, index) => [`o${index}`, { __typename: type, id: ids[index] }]),
      ),
    });
    const nothing = await api.graphql(
      api.reader,
      '{ a: object(id: "clu_none") { id } b: object(id: "prod-eu-1") { id } c: object(id: "bat_1") { id } }',
    );
    expect(nothing.body).toEqual({ data: { a: null, b: null, c: null } });
    const several = [...ids, 'clu_none', storedFleet.cluster];
    const all = await api.graphql(
      api.reader,
      `{ objects(ids: ${JSON.stringify(several)}) { id } }`,
    );
    const views = [...ids.map((id) => ({ id })), null, { id: storedFleet.cluster }];
    expect(all.body).toEqual({ data: { objects: views } });
  });
});

describe('each route and root field', () => {
  it('declares who may (resolver-declares-access)', () => {
    const discovery = api.api.app.get(DiscoveryService, { strict: false });
    const scanner = new MetadataScanner();
    const handlers = [...discovery.getControllers(), ...discovery.getProviders()].flatMap(
      ({ metatype }) => {
        if (typeof metatype !== 'function') return [];
        const prototype: object = metatype.prototype ?? {};
        return scanner.getAllMethodNames(prototype).flatMap((name) => {
          const method: object = Reflect.get(prototype, name);
          const keys: unknown[] = Reflect.getMetadataKeys(method);
          const isHandler = keys.includes('path') || keys.includes('graphql:resolver_type');
          return isHandler ? [{ name: `${metatype.name}.${name}`, method, metatype }] : [];
        });
      },
    );
    expect(handlers.length).toBeGreaterThan(60);
    const undeclared = handlers.filter(
      ({ method, metatype }) =>
        Reflect.getMetadata(accessKey, method) === undefined &&
        Reflect.getMetadata(accessKey, metatype) === undefined,
    );
    expect(undeclared.map(({ name }) => name)).toEqual([]);
    const unsafe = handlers.filter(({ method, metatype }) => {
      const operation: OperationSpec | undefined = Reflect.getMetadata(operationKey, method);
      const isWrite =
        Reflect.getMetadata('graphql:resolver_type', method) === 'Mutation' ||
        (operation !== undefined &&
          operation.changesNothing !== true &&
          Reflect.getMetadata('method', method) !== 0);
      const rule: unknown =
        Reflect.getMetadata(accessKey, method) ?? Reflect.getMetadata(accessKey, metatype);
      return (
        isWrite && (rule === 'signed-in' || rule === 'public' || String(rule).endsWith('.read'))
      );
    });
    // They concern the caller only.
    expect(unsafe.map(({ name }) => name).toSorted()).toEqual([
      'DeviceResolver.decideDevice',
      'Fields of api/v1.endSession',
      'IdentityResolver.setPassword',
      'IdentityResolver.signOut',
      'NotificationResolver.createChatCode',
      'NotificationResolver.unlinkChatIdentities',
      'Routes of api/v1.endSession',
    ]);
  });
});
