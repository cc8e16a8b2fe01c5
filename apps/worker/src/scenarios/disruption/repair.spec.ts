import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSick, repairAsks } from '../../testing/sick-node.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import { approvePending, ended, latest } from '../../testing/underutilized-node.js';

const minute = 60_000;
let records: RecordSource;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

describe('an unhealthy node', () => {
  it('is replaced before it is drained, and its drain ends after ten minutes (row K3)', async () => {
    const { simulation, node, recorded } = await openSick(records, {
      condition: { type: 'StorageReady', status: 'False' },
    });
    simulation.cluster.protectedPods.add('pod-1');
    await simulation.until(async () => (await recorded()).state === 'Terminating');
    const { termination } = await recorded();
    expect(termination).toMatchObject({ reason: 'Unhealthy' });
    expect((termination?.deadline ?? 0) - (termination?.startedAt ?? 0)).toBe(10 * minute);
    expect(await latest(simulation, 'Repair')).toMatchObject({
      state: 'Executing',
      verdict: { kind: 'Auto' },
      body: {
        type: 'Disrupt',
        command: {
          method: 'Repair',
          candidates: [{ nodeName: node.name, repair: { condition: 'StorageReady' } }],
          replacements: [{}],
        },
      },
    });
    const others = await simulation.store.nodeClaims.inStates(simulation.clusterId, [
      'Initialized',
    ]);
    expect(others).toHaveLength(1);
    simulation.clock.advance(10 * minute);
    await ended(simulation, 'Repair', 'Executed');
    expect(simulation.cluster.nodes.has(node.name)).toBe(false);
  });

  it('waits for approval if a rule of the policy says so (row K3)', async () => {
    const { simulation, recorded } = await openSick(records, {
      condition: { type: 'Ready', status: 'Unknown' },
      rules: [repairAsks],
    });
    simulation.cluster.protectedPods.add('pod-1');
    await simulation.until(
      async () => (await latest(simulation, 'Repair'))?.state === 'AwaitingApproval',
    );
    simulation.clock.advance(minute);
    expect((await recorded()).state).toBe('Initialized');
    await approvePending(simulation);
    await simulation.until(async () => (await recorded()).state === 'Terminating');
    simulation.clock.advance(10 * minute);
    await ended(simulation, 'Repair', 'Executed');
    expect((await recorded()).termination).toMatchObject({ reason: 'Unhealthy' });
  });
});
