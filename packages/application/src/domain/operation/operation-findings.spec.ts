import { describe, expect, it } from 'vitest';
import type { OperationFailure } from './operation-failure.js';
import { operationFindings } from './operation-findings.js';

const failure = (name: string, changes: Partial<OperationFailure> = {}): OperationFailure => ({
  clusterId: 'clu_1',
  operation: 'node-claim.terminate',
  object: { kind: 'NodeClaim', id: `ncl_${name}`, name },
  errorCode: 'CLUSTER.FORBIDDEN',
  message: 'PATCH /api/v1/nodes/a: no',
  remedy: 'Grant it.',
  attempts: 4,
  firstFailedAt: 1_000,
  lastFailedAt: 8_000,
  ...changes,
});

describe('an operation that keeps failing', () => {
  it('is reported after a minute, not before', () => {
    expect(operationFindings([failure('a')], 60_999)).toEqual([]);
    expect(operationFindings([failure('a')], 61_000)).toEqual([
      {
        clusterId: 'clu_1',
        code: 'OPERATION_FAILING',
        object: 'Operation/node-claim.terminate',
        message:
          'Draining and terminating NodeClaim a fails: CLUSTER.FORBIDDEN: PATCH /api/v1/nodes/a: no',
        remedy: 'Grant it.',
        count: 4,
        firstSeenAt: 1_000,
        lastSeenAt: 8_000,
      },
    ]);
  });

  it('is one finding per operation, with the objects and the latest error', () => {
    const [finding, ...others] = operationFindings(
      [
        failure('e'),
        failure('d', { firstFailedAt: 500 }),
        failure('c', { lastFailedAt: 9_000, errorCode: 'CLUSTER.UNREACHABLE', message: 'later' }),
        failure('b'),
        failure('a'),
        failure('young', { firstFailedAt: 60_000 }),
      ],
      61_000,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      message:
        'Draining and terminating 5 NodeClaims (a, b, c and 2 more) fails: CLUSTER.UNREACHABLE: later',
      count: 20,
      firstSeenAt: 500,
      lastSeenAt: 9_000,
    });
  });

  it('names the failed objects of a sweep that continues with the others', () => {
    const garbage = (kind: 'Instance' | 'NodeClaim', name: string) =>
      failure(name, { operation: 'node-claim.collect-garbage', object: { kind, id: name, name } });
    const [one] = operationFindings([garbage('Instance', 'i-1')], 61_000);
    expect(one?.message).toMatch(
      /^Collecting the garbage of the cluster fails for instance i-1: CLUSTER.FORBIDDEN/,
    );
    const [both] = operationFindings(
      [garbage('Instance', 'i-2'), garbage('Instance', 'i-1'), garbage('NodeClaim', 'a')],
      61_000,
    );
    expect(both?.message).toMatch(/ fails for 2 instances \(i-1, i-2\) and NodeClaim a: /);
  });

  it('is reported for each cluster and operation', () => {
    const decision = { kind: 'Decision', id: 'dec_1', name: 'dec_1' } as const;
    const cluster = { kind: 'Cluster', id: 'clu_2', name: 'shop' } as const;
    const findings = operationFindings(
      [
        failure('a'),
        failure('b'),
        failure('', { operation: 'disruption.execute', object: decision }),
        failure('', { clusterId: 'clu_2', operation: 'disruption.plan', object: cluster }),
        failure('', { clusterId: 'clu_2', operation: 'of.tomorrow', object: cluster }),
      ],
      61_000,
    );
    expect(findings.map(({ message }) => message.split(' fails')[0])).toEqual([
      'Draining and terminating 2 NodeClaims (a, b)',
      'Executing Decision dec_1',
      'Evaluating the disruption of nodes of cluster shop',
      'of.tomorrow cluster shop',
    ]);
  });
});
