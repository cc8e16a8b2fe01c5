import { readdirSync, readFileSync } from 'node:fs';
import type { ProvisionBody } from '@kerf/application';
import { defaultBrakeSettings, defaultClusterSettings, waitingChecks } from '@kerf/application';
import { invariant } from '@kerf/core';
import { type Reason, solve } from '@kerf/engine';
import {
  aChannel,
  aCostReport,
  aNodeClaimRecord,
  aNodeClassDefinition,
  aNodePoolDefinition,
  aNodeRow,
  aNotificationEvent,
  anEmptyCommand,
  aPlannedClaim,
  aPod,
  aPodRow,
  aSavingProof,
  aSimulationResult,
  generalCluster,
  reasonScenarios,
  recordedAt,
  term,
} from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type RecordFormat, type StoredJson, UnreadableRecord } from './format.js';
import * as formats from './formats.js';

const ids = { clusterId: 'clu_1', id: 'ncl_1' };
const claim = aNodeClaimRecord(ids);
const reasons: readonly Reason[] = [
  { code: 'NOT_EMPTY', pods: 3 },
  { code: 'LAUNCH_REFUSED', detail: 'no' },
  { code: 'NO_NODE_POOL' },
];
const status = {
  nodePool: 'default',
  reason: 'Empty',
  nodes: 10,
  disrupting: 0,
  allowed: 1,
  limitingBudget: null,
  changesAt: null,
} as const;

const ask = {
  approvals: 2,
  from: { roles: ['approver'], teams: ['shop'], people: [] },
  expiresAfterMs: null,
  remindAfterMs: 60_000,
  escalation: { afterMs: 120_000, to: { roles: ['admin'], teams: [], people: [] } },
} as const;

/** A record with its format. */
interface Sample {
  readonly column: string;
  readonly record: unknown;
  write(): StoredJson;
  read(stored: unknown): unknown;
}
const sampleOf = <T>(format: RecordFormat<T>, record: T): Sample => ({
  column: format.column,
  record,
  write: () => format.write(record),
  read: (stored) => format.read(stored),
});

const nodePool = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' });
const nodeClass = aNodeClassDefinition({ clusterId: 'clu_1', name: 'default' });
const { resolution } = nodeClass;
invariant(resolution !== null, 'the class is resolved');

/** A pod with a value in each field of its spec. */
const bufferedPod = aPod('spare')
  .tolerating({ key: 'team' })
  .selecting({ tier: 'web' })
  .requiringOneOf(term('zone', 'In', 'a'))
  .preferring(1, term('zone', 'NotIn', 'b'))
  .spreadOver('zone')
  .withAffinityTo({ app: 'db' }, 'zone')
  .withAntiAffinityTo({ app: 'web' }, 'host')
  .preferringAffinityTo(2, { app: 'cache' }, 'zone')
  .onHostPort(80)
  .withVolume('shop/data', { nodeRequirements: [term('zone', 'In', 'a')] });

const samples: Readonly<Record<keyof typeof formats, Sample>> = {
  claimPlan: sampleOf(formats.claimPlan, { ...claim.plan, nodePool: null, expected: null }),
  launchOptions: sampleOf(formats.launchOptions, aPlannedClaim()),
  standaloneObject: sampleOf(formats.standaloneObject, { objectUid: 'uid', createdAt: recordedAt }),
  launchedInstance: sampleOf(formats.launchedInstance, {
    instanceId: 'i-1',
    providerId: 'aws:///us-east-1a/i-1',
    instanceType: 'm5.large',
    zone: 'us-east-1a',
    capacityType: 'spot',
    imageId: 'ami-1',
    subnetId: 'subnet-1',
    priceMicroUsdPerHour: null,
    capacity: { cpu: 2_000 },
    allocatable: { cpu: 1_900 },
    labels: { v: 'a label may have any name', value: 'too' },
  }),
  launchFailure: sampleOf(formats.launchFailure, { code: 'LAUNCH_WITHHELD', detail: 'limits' }),
  claimTermination: sampleOf(formats.claimTermination, {
    step: 'Cordoned',
    reason: 'Interrupted',
    interruption: 'SpotInterrupted',
    startedAt: recordedAt,
    deadline: null,
    instanceEndsAt: recordedAt + 120_000,
    lostPods: ['shop/web-1'],
    waitingFor: null,
    stepAt: recordedAt,
  }),
  claimReboot: sampleOf(formats.claimReboot, {
    step: 'Issued',
    cause: 'AcceleratedHardwareReady/NvidiaXID48Error',
    requestedAt: recordedAt,
    drainMs: 300_000,
    preBootId: 'boot-1',
    drainedAt: recordedAt + 5_000,
    stepAt: recordedAt + 6_000,
    failure: null,
    earlier: [recordedAt - 60_000],
  }),
  claimDrift: sampleOf(formats.claimDrift, {
    reason: 'NodePoolDrifted',
    definitionHash: 'a',
    since: recordedAt,
  }),
  approvalVerdict: sampleOf(formats.approvalVerdict, { kind: 'NeedsApproval', approvals: 1 }),
  savedBy: sampleOf(formats.savedBy, { kind: 'User', id: 'usr_1', name: 'ada' }),
  reviewedBy: sampleOf(formats.reviewedBy, { kind: 'ApiToken', id: 'tok_1', name: 'ci' }),
  approvalRules: sampleOf(formats.approvalRules, [
    {
      name: 'production',
      match: { clusters: ['prod-*'], nodes: { min: 2 }, podLabels: { app: 'web' } },
      action: { kind: 'Ask', ...ask },
    },
    { name: 'rest', match: {}, action: { kind: 'Auto' }, standing: { until: 9, owner: 'ada' } },
  ]),
  maintenanceWindow: sampleOf(formats.maintenanceWindow, { from: 1, until: 2 }),
  decisionApproval: sampleOf(formats.decisionApproval, {
    facts: {
      cluster: 'prod',
      kind: 'Empty',
      nodePools: ['general'],
      teams: [],
      savingMicroUsdPerHour: null,
      nodes: 1,
      capacityTypes: ['spot'],
      pods: [
        {
          podUid: 'uid-1',
          pod: 'shop/web-1',
          from: 'node-a',
          owner: 'ReplicaSet/web',
          replicas: 2,
          persistentVolumes: 0,
          gracePeriodMs: 30_000,
          budget: { name: 'shop/web', headroom: 1 },
          labelSet: 0,
        },
      ],
      labelSets: [{ app: 'web' }],
    },
    rule: { name: 'production', policyVersion: 3 },
    passed: [{ name: 'staging', why: 'no cluster is listed' }],
    ask,
    basis: {
      nodes: [{ nodeName: 'node-a', nodeClaimId: 'ncl_1', priceMicroUsdPerHour: 96_000 }],
      pods: [{ uid: 'uid-1', pod: 'shop/web-1' }],
      replacements: [['m5.large']],
      headroom: { 'shop/web': 1 },
      savingMicroUsdPerHour: null,
    },
    planDigest: 'd',
    requestedAt: recordedAt,
    remindedAt: null,
    escalatedAt: null,
    window: { from: 1, until: 2 },
    exclusion: null,
    edit: {
      by: { kind: 'User', id: 'usr_1', name: 'ada' },
      personId: 'usr_1',
      nodeNames: ['node-b'],
      replaces: 'dec_0',
    },
  }),
  decisionBody: sampleOf(formats.decisionBody, {
    type: 'Disrupt',
    command: anEmptyCommand({ replacements: [aPlannedClaim()] }),
    budgets: [status],
    replacementClaims: { 'claim-0001': 'ncl_1' },
  }),
  savingProof: sampleOf(formats.savingProof, aSavingProof()),
  decisionEventData: sampleOf(formats.decisionEventData, {
    comment: 'ok',
    dropped: [{ nodeName: 'a', reasons }],
  }),
  budgetStatus: sampleOf(formats.budgetStatus, status),
  pauseEvidence: sampleOf(formats.pauseEvidence, {
    rule: 'SameShapeReplaced',
    observed: 5,
    threshold: 4,
    steps: [{ at: recordedAt, decisionId: 'dec_1', text: 'node-1 removed, 3 pods moved' }],
    costMicroUsd: null,
  }),
  brakeSettings: sampleOf(formats.brakeSettings, defaultBrakeSettings),
  simulationResult: sampleOf(formats.simulationResult, aSimulationResult()),
  nodePoolSpec: sampleOf(formats.nodePoolSpec, nodePool.spec),
  nodePoolRevisionSpec: sampleOf(formats.nodePoolRevisionSpec, nodePool.spec),
  limitingBudget: sampleOf(formats.limitingBudget, { nodes: '10%', reasons: ['Empty'] }),
  nodeClassSpec: sampleOf(formats.nodeClassSpec, nodeClass.spec),
  revisionSpec: sampleOf(formats.revisionSpec, nodeClass.spec),
  revisionFindings: sampleOf(formats.revisionFindings, [
    {
      severity: 'Advice',
      code: 'SINGLE_ZONE',
      path: 'spec',
      message: 'one zone',
      found: 'a',
      became: null,
      line: 3,
      column: 1,
    },
  ]),
  nodeClassResolution: sampleOf(formats.nodeClassResolution, resolution),
  clusterFacts: sampleOf(formats.clusterFacts, {
    accountId: '111122223333',
    kubernetesVersion: '1.36',
    serviceCidr: '10.100.0.0/16',
    clusterDnsIp: '10.100.0.10',
    tags: [{ key: 'team', value: 'shop' }],
  }),
  clusterHold: sampleOf(formats.clusterHold, {
    code: 'OTHER_KERF',
    object: 'Lease/kube-system/kerf',
    message: 'another Kerf',
    since: recordedAt,
  }),
  clusterSettings: sampleOf(formats.clusterSettings, defaultClusterSettings),
  zonalShifts: sampleOf(formats.zonalShifts, [
    { zoneId: 'use1-az1', until: recordedAt },
    { zoneId: 'use1-az2', until: null },
  ]),
  registrationChecks: sampleOf(formats.registrationChecks, waitingChecks),
  instanceTypes: sampleOf(formats.instanceTypes, [
    {
      name: 'g5.xlarge',
      vcpus: 4,
      memoryMiB: 16_384,
      architectures: ['amd64'],
      cpuManufacturer: 'amd',
      clockGhz: null,
      usageClasses: ['on-demand', 'spot'],
      bareMetal: false,
      burstable: false,
      currentGeneration: true,
      hypervisor: 'nitro',
      encryptionInTransit: true,
      nitroEnclaves: true,
      gpus: [{ name: 'A10G', manufacturer: 'NVIDIA', count: 1, memoryMiB: 24_576 }],
      accelerators: [{ name: 'x', manufacturer: 'AWS', count: 1, cores: 2 }],
      localNvmeGB: 250,
      ebsBandwidthMbps: 700,
      ebsAttachments: { most: 25, areShared: true },
      networkBandwidthMbps: 2_500,
      networkCards: [{ maximumInterfaces: 4 }],
      defaultNetworkCard: 0,
      ipv4PerInterface: 15,
      efaInterfaces: 0,
      podEniBranchInterfaces: 6,
      zones: ['us-east-1a'],
      onDemandMicroUsdPerHour: 1_006_000,
    },
  ]),
  spotPrices: sampleOf(formats.spotPrices, [
    { instanceType: 'm5.large', zone: 'us-east-1a', priceMicroUsdPerHour: 40_000, at: recordedAt },
  ]),
  bufferResolution: sampleOf(formats.bufferResolution, {
    spec: { provisioningStrategy: 's', limits: {}, replicas: 2 },
    resolved: {
      buffer: {
        namespace: 'shop',
        name: 'spare',
        podSpec: bufferedPod.spec(),
        replicas: 2,
        share: { percent: 10, ofReplicas: 20 },
        limits: {},
      },
      units: 2,
      isLimited: false,
      templateGeneration: 1,
    },
    problems: [],
  }),
  bufferOutcome: sampleOf(formats.bufferOutcome, {
    held: 1,
    coming: 0,
    without: 1,
    reasons,
    at: recordedAt,
  }),
  nodeLabels: sampleOf(formats.nodeLabels, { v: '1', value: 'x' }),
  nodeTaints: sampleOf(formats.nodeTaints, [{ key: 'a', value: '', effect: 'NoExecute' }]),
  nodeAmounts: sampleOf(formats.nodeAmounts, aNodeRow({ clusterId: 'clu_1', name: 'a' }).capacity),
  costReport: sampleOf(formats.costReport, aCostReport()),
  nodeBlockers: sampleOf(formats.nodeBlockers, reasons),
  podLabels: sampleOf(formats.podLabels, { app: 'web' }),
  podRequests: sampleOf(formats.podRequests, aPodRow({ clusterId: 'clu_1', uid: 'a' }).requests),
  podVerdict: sampleOf(formats.podVerdict, {
    kind: 'NewNode',
    nodeClaimId: null,
    nodePool: 'default',
    decisionId: 'dec_1',
  }),
  overlaySpec: sampleOf(formats.overlaySpec, {
    requirements: [{ key: 'zone', operator: 'In', values: ['a'] }],
    price: '0.2',
    capacity: {},
  }),
  overlayState: sampleOf(formats.overlayState, { kind: 'Refused', problems: ['price'] }),
  outboxMessage: sampleOf(formats.outboxMessage, {
    type: 'definition.sync',
    clusterId: 'clu_1',
    kind: 'NodePool',
    name: 'default',
  }),
  batchOutcome: sampleOf(formats.batchOutcome, {
    pods: 3,
    newNodeClaims: 1,
    onExistingNodes: 0,
    unschedulable: 2,
    solveMs: 12,
    decisionId: null,
  }),
  claimConditions: sampleOf(formats.claimConditions, [
    { claim: 'sub', operator: 'Glob', value: 'repo:acme/*' },
  ]),
  trustRuleScope: sampleOf(formats.trustRuleScope, { kind: 'Cluster', clusterId: 'clu_1' }),
  deviceTerms: sampleOf(formats.deviceTerms, { access: 'same', expiresInDays: 30 }),
  notificationBody: sampleOf(formats.notificationBody, aNotificationEvent().body),
  channelAddress: sampleOf(formats.channelAddress, aChannel({ id: 'chn_1' }).address),
  sealedSecrets: sampleOf(formats.sealedSecrets, aChannel({ id: 'chn_1' }).sealedSecrets),
  auditedValue: sampleOf(formats.auditedValue, { mode: 'auto', v: 7 }),
  idempotentAnswer: sampleOf(formats.idempotentAnswer, { ok: true, value: 'npl_1' }),
};

const storedAs = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const cases = Object.entries(samples).map(([name, sample]) => ({ name, ...sample }));

describe('the format of each Json column', () => {
  it.each(cases)('$name returns what was written, with its version', (sample) => {
    const stored = storedAs(sample.write());
    expect(stored).toMatchObject({ v: 1 });
    expect(sample.read(stored)).toEqual(storedAs(sample.record));
  });

  it.each(cases)('$name reads values from before versions', (sample) => {
    expect(sample.read(storedAs(sample.record))).toEqual(storedAs(sample.record));
  });

  it.each(cases)('$name refuses a value of a newer version', (sample) => {
    const newer: unknown = JSON.parse(JSON.stringify(sample.write()).replace('"v":1', '"v":2'));
    expect(() => sample.read(newer)).toThrow(/written by a newer version of Kerf \(format 2/);
  });

  const typed = cases.filter(({ name }) => name !== 'auditedValue' && name !== 'idempotentAnswer');
  it.each(typed)('$name refuses an invalid value, with its column', (sample) => {
    expect(() => sample.read('text')).toThrow(UnreadableRecord);
    expect(() =>
      sample.read({ v: 1, value: 'text', comment: 7, searchMs: 'text', claimsPerMinute: 'text' }),
    ).toThrow(sample.column);
  });
});

describe('the Json columns of the schema', () => {
  it('have one format each', () => {
    const named = cases.flatMap(({ column }) => {
      const [table = '', columns = ''] = column.split('.');
      return columns.split(', ').map((name) => `${table}.${name}`);
    });
    expect(jsonColumns().filter((column) => !named.includes(column))).toEqual([]);
    expect(jsonColumns().length).toBeGreaterThan(30);
  });

  const folder = new URL('../../../../prisma/schema/', import.meta.url);
  const jsonColumns = (): readonly string[] =>
    readdirSync(folder).flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^model [^]*?^}/gm)].flatMap(
        ([model]) => {
          const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
          return [...model.matchAll(/^ {2}(\w+) +Json\??(?: +@map\("(\w+)"\))?/gm)].map(
            ([, field = '', column = field]) => `${table}.${column}`,
          );
        },
      ),
    );
});

describe('a stored record', () => {
  const facts = {
    accountId: '111122223333',
    kubernetesVersion: '1.36',
    serviceCidr: '10.100.0.0/16',
    clusterDnsIp: '10.100.0.10',
  };

  it('without a required field is refused with the path of the field', () => {
    const { requests: _, ...plan } = aPlannedClaim();
    expect(() => formats.claimPlan.read({ ...plan, v: 1 })).toThrow(
      /^node_claims\.plan cannot be read: requests: /,
    );
  });

  it('with several problems is refused with the first three', () => {
    const stored = { accountId: 7, kubernetesVersion: 8, serviceCidr: 9, clusterDnsIp: 10 };
    expect(() => formats.clusterFacts.read(stored)).toThrow(
      /accountId: .*; kubernetesVersion: .*; serviceCidr: .*; and 1 more$/,
    );
  });

  it('keeps unknown fields when it is written again', () => {
    const stored = { ...facts, v: 1, tier: 'EXTENDED' };
    const read = formats.clusterFacts.read(stored);
    expect(storedAs(formats.clusterFacts.write(read))).toEqual(stored);
  });

  it('is null if the column is empty', () => {
    expect(formats.claimDrift.readNullable(null)).toBeNull();
    expect(formats.claimDrift.writeNullable(undefined)).toBeNull();
  });

  it('of registration checks from before versions omits obsolete steps', () => {
    const [first] = waitingChecks;
    const former = { ...first, step: 'MadeUp' };
    expect(formats.registrationChecks.read([former, first])).toEqual([first]);
    expect(() => formats.registrationChecks.read({ v: 1, value: [former] })).toThrow('0.step');
  });
});

const bodyOf = (result: ProvisionBody['result']): ProvisionBody => ({
  type: 'Provision',
  batchId: 'bat_1',
  result,
  optionCounts: { 'claim-0001': 2 },
  pods: { u1: { namespace: 'shop', name: 'web-1', owner: 'ReplicaSet/web' } },
  claims: { 'claim-0001': 'ncl_1' },
});

describe('a plan of the engine', () => {
  const plans = Object.entries(reasonScenarios).flatMap(([code, byName]) =>
    Object.entries(byName).map(([name, snapshot]) => ({ code, name, snapshot })),
  );

  it.each(plans)('is equal after a round trip: $code, $name', ({ snapshot }) => {
    const body = bodyOf(solve(snapshot.build(), { searchMs: 0 }));
    const stored = storedAs(formats.decisionBody.write(body));
    expect(formats.decisionBody.read(stored)).toEqual(storedAs(body));
  });

  it('with a cost is equal after a round trip', () => {
    const body = bodyOf(solve(generalCluster.build(), { searchMs: 20 }));
    expect(body.result.cost).not.toBeNull();
    const stored = storedAs(formats.decisionBody.write(body));
    expect(formats.decisionBody.read(stored)).toEqual(storedAs(body));
  });

  it('from before versions has no cost if it had none or another form', () => {
    const body = bodyOf({ ...solve(generalCluster.build(), { searchMs: 0 }), cost: null });
    const { result, ...rest } = body;
    const { cost: _, ...withoutCost } = result;
    for (const old of [withoutCost, { ...withoutCost, cost: { lowerBound: 7 } }]) {
      expect(formats.decisionBody.read(storedAs({ ...rest, result: old }))).toEqual(storedAs(body));
    }
  });

  it('from before versions omits types that were rejected for obsolete reasons', () => {
    const kept = { reason: { code: 'PRICE_UNKNOWN' }, count: 1, examples: [] } as const;
    const former = { reason: { code: 'LABEL_MISSING', label: 'a' }, count: 1, examples: [] };
    const bodyWith = (rejectedInstanceTypes: readonly unknown[]) => ({
      type: 'Disrupt',
      command: {
        ...anEmptyCommand(),
        replacements: [{ ...aPlannedClaim(), rejectedInstanceTypes }],
      },
      budgets: [],
    });
    const stored = bodyWith([former, kept]);
    expect(formats.decisionBody.read(storedAs(stored))).toEqual(storedAs(bodyWith([kept])));
    expect(() => formats.decisionBody.read(storedAs({ ...stored, v: 1 }))).toThrow(
      'command.replacements.0.rejectedInstanceTypes.0.reason',
    );
  });

  it('from before versions keeps the readable reasons of a dropped node', () => {
    const old = {
      dropped: [{ nodeName: 'a', reasons: [{ code: 'GONE' }, { code: 'TERMINATING' }] }],
    };
    expect(formats.decisionEventData.read(old)).toEqual({
      dropped: [{ nodeName: 'a', reasons: [{ code: 'TERMINATING' }] }],
    });
  });
});
