import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type {
  BufferOutcome,
  BufferRecord,
  ResolvedBuffer,
} from '../domain/buffer/capacity-buffer.js';
import { activeCapacity } from '../domain/buffer/capacity-buffer-manifest.js';
import { bufferStatus } from './buffer-status.js';

const resolved: ResolvedBuffer = {
  buffer: {
    namespace: 'shop',
    name: 'spare',
    podSpec: aPod().spec(),
    replicas: 3,
    share: null,
    limits: {},
  },
  units: 3,
  isLimited: false,
  templateGeneration: 4,
};

const outcome = (fields: Partial<BufferOutcome> = {}): BufferOutcome => ({
  held: 3,
  coming: 0,
  without: 0,
  reasons: [],
  at: 0,
  ...fields,
});

const record = (fields: Partial<BufferRecord> = {}): BufferRecord => ({
  clusterId: 'clu_1',
  namespace: 'shop',
  name: 'spare',
  uid: 'uid-spare',
  generation: 1,
  spec: { provisioningStrategy: activeCapacity, podTemplateRef: { name: 'web' }, limits: {} },
  resolved,
  problems: [],
  outcome: null,
  ...fields,
});

/** Returns `type=status reason: message` of the conditions. */
const conditionsOf = (fields: Partial<BufferRecord>) =>
  bufferStatus(record(fields))?.conditions.map(
    ({ type, status, reason, message }) =>
      `${type}=${status} ${reason}${message === '' ? '' : `: ${message}`}`,
  );

/** Returns the condition `Provisioning`. */
const provisioning = (fields: Partial<BufferRecord>) => conditionsOf(fields)?.[1];

describe('bufferStatus', () => {
  it('is not written for a buffer of another controller', () => {
    const spec = { provisioningStrategy: 'example.com/lazy', limits: {} };
    expect(bufferStatus(record({ spec, resolved: null }))).toBeNull();
  });

  it.each([
    ['cannot be read', null],
    ['cannot be resolved', record().spec],
  ])('names all problems of a buffer that %s', (_, spec) => {
    const refused = { spec, resolved: null, problems: ['a is missing', 'b is wrong'] };
    expect(bufferStatus(record(refused))?.fields).toEqual({});
    expect(conditionsOf(refused)).toEqual([
      'ReadyForProvisioning=False NotReadyForProvisioning: a is missing; b is wrong',
      'Provisioning=False NotReadyForProvisioning: a is missing; b is wrong',
    ]);
  });

  it('has the units, the strategy and the pod template of a resolved buffer', () => {
    expect(bufferStatus(record())?.fields).toEqual({
      replicas: 3,
      provisioningStrategy: activeCapacity,
      podTemplateRef: { name: 'web' },
      podTemplateGeneration: 4,
    });
  });

  it('has no pod template for a buffer that follows a workload', () => {
    const scalableRef = { apiGroup: 'apps', kind: 'Deployment', name: 'web' } as const;
    const spec = { provisioningStrategy: activeCapacity, scalableRef, limits: {} };
    expect(bufferStatus(record({ spec }))?.fields).toEqual({
      replicas: 3,
      provisioningStrategy: activeCapacity,
    });
  });

  it.each([
    [false, 'LimitedByQuotas=False WithinLimits'],
    [true, 'LimitedByQuotas=True LimitsReached: Limits reduce the buffer to 3 units'],
  ])('that its limits reduce (%j) has the condition %s', (isLimited, condition) => {
    expect(conditionsOf({ resolved: { ...resolved, isLimited } })).toEqual([
      'ReadyForProvisioning=True Resolved',
      expect.stringContaining('Provisioning=Unknown'),
      condition,
    ]);
  });

  it('reports that the cluster has too many units', () => {
    const reduced = { ...resolved, units: 2, isLimited: true };
    expect(conditionsOf({ resolved: reduced })).toContain(
      'LimitedByQuotas=True LimitsReached: All CapacityBuffers of a cluster have 150000 units at most; this one is reduced to 2 units',
    );
  });
});

describe('bufferStatus, the condition Provisioning', () => {
  const taint = { code: 'NO_NODE_POOL' } as const;

  it.each<readonly [string, Partial<BufferOutcome> | null, string]>([
    ['is unknown before the first solve', null, 'Unknown AwaitingReconciliation'],
    [
      'is true when all units fit',
      {},
      'True FitsExistingCapacity: All 3 units fit on existing nodes',
    ],
    [
      'is true when more units fit than it has now',
      { held: 4 },
      'True FitsExistingCapacity: All 3 units fit on existing nodes',
    ],
    [
      'counts the units whose nodes are launched',
      { held: 1, coming: 2 },
      'False RequiresNewCapacity: 1 of 3 units fit on existing nodes; nodes for 2 are being launched',
    ],
    [
      'names each reason of unschedulable units once',
      { held: 1, without: 2, reasons: [taint, taint] },
      'False RequiresNewCapacity: 1 of 3 units fit on existing nodes; 2 are unschedulable (NO_NODE_POOL)',
    ],
    [
      'says only what fits when nothing else is known',
      { held: 2 },
      'False RequiresNewCapacity: 2 of 3 units fit on existing nodes',
    ],
  ])('%s', (_, fields, expected) => {
    const of = fields === null ? null : outcome(fields);
    expect(provisioning({ outcome: of })).toBe(`Provisioning=${expected}`);
  });

  it('is false for a buffer without units, whatever the last solve was', () => {
    const empty = { resolved: { ...resolved, units: 0 }, outcome: outcome() };
    expect(provisioning(empty)).toBe(
      'Provisioning=False BufferEmpty: The buffer requests no units',
    );
  });
});
