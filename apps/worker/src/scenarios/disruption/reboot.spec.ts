import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { crashPoints } from '../../testing/crash-switch.js';
import { openSick, repairAsks, type SickNode } from '../../testing/sick-node.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';
import { approvePending, ended, latest } from '../../testing/underutilized-node.js';

const minute = 60_000;
const bootMs = 30_000;
let records: RecordSource;

vi.setConfig({ testTimeout: 300_000 });

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const transient = {
  condition: {
    type: 'AcceleratedHardwareReady',
    status: 'False',
    reason: 'NvidiaXID48Error',
  },
  settings: { rebootForRepair: true },
} as const satisfies SickNode;

interface Boots {
  /** True if the boot clears the condition. */
  readonly heals: boolean;
}

/** A node with a GPU error, whose instance takes 30 s to boot. */
async function openFaulty(sick: SickNode = transient, { heals }: Boots = { heals: true }) {
  const opened = await openSick(records, sick);
  const { simulation, node } = opened;
  const { cluster, cloud, clock } = simulation;
  cluster.respawns = true;
  let bootsAt = Infinity;
  cloud.onReboot = () => {
    bootsAt = clock.now() + bootMs;
  };
  /** As `until`, with what the instance does; `stepMs` more time passes in each second. */
  const until = (isMet: () => Promise<boolean>, stepMs = 0) =>
    simulation.until(async () => {
      clock.advance(stepMs);
      if (clock.now() >= bootsAt) {
        const bootId = `boot-${cloud.reboots.length + 1}`;
        cluster.changeNode(node.name, { bootId, ...(heals && { unhealthyConditions: [] }) });
        bootsAt = Infinity;
      }
      return isMet();
    });
  return { ...opened, until };
}

type Faulty = Awaited<ReturnType<typeof openFaulty>>;

const recovered = ({ simulation, recorded, until }: Faulty, stepMs = 0) =>
  until(async () => {
    const { reboot, state } = await recorded();
    return (
      reboot?.step === 'Succeeded' &&
      state === 'Initialized' &&
      simulation.cluster.pending.size === 0
    );
  }, stepMs);

describe('a node whose GPU error a reboot may clear', () => {
  it('is drained and rebooted, and takes its pods again (row K4)', async () => {
    const faulty = await openFaulty();
    const { simulation, node, recorded } = faulty;
    const { cluster, cloud, store, clusterId } = simulation;
    const atCall: unknown[] = [];
    const { onReboot } = cloud;
    cloud.onReboot = (id) => {
      const { taints = [], pods = [] } = cluster.nodes.get(node.name) ?? {};
      const { reboot } = [...cluster.nodeClaims.values()][0] ?? {};
      atCall.push({ pods: pods.length, taints: taints.map(({ key }) => key), reboot });
      onReboot(id);
    };
    await recovered(faulty);
    // The object names the boot before the call at that time.
    expect(atCall).toMatchObject([
      {
        pods: 0,
        taints: ['karpenter.sh/rebooting'],
        reboot: { step: 'Requested', preBootId: node.bootId },
      },
    ]);
    const claim = await recorded();
    expect(cloud.reboots).toEqual([claim.instance?.instanceId]);
    expect(cloud.launchCount).toBe(1);
    expect(claim.reboot).toMatchObject({
      cause: 'AcceleratedHardwareReady/NvidiaXID48Error',
      preBootId: null,
      failure: null,
    });
    expect(cluster.nodes.get(node.name)).toMatchObject({ taints: [], pods: [{}] });
    expect(await latest(simulation, 'Repair')).toMatchObject({
      state: 'Executed',
      executionStep: 'Rebooted',
      podCount: 1,
      costChangeMicroUsdPerHour: 0,
      body: { command: { candidates: [{ repair: { action: 'Reboot' } }], replacements: [] } },
    });
    expect(await store.decisions.open(clusterId)).toEqual([]);
    expect(simulation.events.reasons).toContain('RebootObserved NodeClaim');
    expect(simulation.meter.of('RebootEnded')).toMatchObject([{ result: 'succeeded' }]);
  });

  it('is replaced after two reboots that did not clear the error (row K4)', async () => {
    const faulty = await openFaulty(transient, { heals: false });
    const { simulation, recorded, until } = faulty;
    await until(async () => (await recorded()).state === 'Terminating', 10_000);
    expect(simulation.cloud.reboots).toHaveLength(2);
    const repairs = (await simulation.decisions()).filter(({ kind }) => kind === 'Repair');
    const actions = repairs.map(({ body }) =>
      body.type === 'Disrupt' ? body.command.candidates[0]?.repair?.action : null,
    );
    expect(actions).toEqual(['Reboot', 'Reboot', 'Replace']);
    // The error is tolerated anew after each reboot.
    const [first, second] = repairs.map(({ proposedAt }) => proposedAt);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(10 * minute);
  });

  it('is terminated if it does not boot anew within 20 minutes, and its object says so (row K4)', async () => {
    const { simulation, recorded, until } = await openFaulty();
    simulation.cloud.onReboot = () => undefined;
    await until(async () => (await recorded()).state === 'Terminating', 10_000);
    const { reboot, termination } = await recorded();
    expect(simulation.cloud.reboots).toHaveLength(1);
    expect(termination).toMatchObject({ reason: 'Unhealthy' });
    expect(reboot).toMatchObject({
      step: 'Failed',
      failure: 'the node did not boot anew and become Ready within 20 minutes',
    });
    expect((reboot?.stepAt ?? 0) - (reboot?.requestedAt ?? 0)).toBeGreaterThan(20 * minute);
    expect(simulation.events.reasons).toContain('RebootFailed NodeClaim');
    expect(simulation.meter.of('RebootEnded')).toMatchObject([{ result: 'recovery_timeout' }]);
    await ended(simulation, 'Repair', 'Executed');
    expect(await latest(simulation, 'Repair')).toMatchObject({
      executionStep: 'Terminated',
      achievedSavingMicroUsdPerHour: null,
    });
    expect(simulation.cloud.launchCount).toBe(2);
  });

  it('is terminated at once if EC2 rejects the reboot (row K4)', async () => {
    const { simulation, recorded, until } = await openFaulty();
    simulation.cloud.rebootRejection = 'You are not authorized to perform this operation';
    await until(async () => (await recorded()).state === 'Terminating');
    expect((await recorded()).reboot).toMatchObject({
      step: 'Failed',
      failure: 'EC2 rejected the reboot: You are not authorized to perform this operation',
    });
    await ended(simulation, 'Repair', 'Executed');
  });

  it('is rebooted with the pods that its drain leaves after five minutes (row K4)', async () => {
    const faulty = await openFaulty();
    const { simulation, node, until } = faulty;
    simulation.cluster.protectedPods.add('pod-1');
    await until(async () => simulation.cloud.reboots.length > 0, 2_000);
    expect(simulation.cluster.nodes.get(node.name)?.pods).toMatchObject([{ uid: 'pod-1' }]);
    await recovered(faulty);
  });

  it('waits for approval if a rule of the policy asks for repairs (row K4)', async () => {
    const faulty = await openFaulty({ ...transient, rules: [repairAsks] });
    const { simulation, recorded, until } = faulty;
    await until(async () => (await latest(simulation, 'Repair'))?.state === 'AwaitingApproval');
    simulation.clock.advance(minute);
    expect(await recorded()).toMatchObject({ state: 'Initialized', reboot: null });
    await approvePending(simulation);
    await recovered(faulty);
  });

  it.each([
    ['the setting rebootForRepair is off', { ...transient, settings: {} }],
    [
      'a reboot cannot clear the error',
      { ...transient, condition: { ...transient.condition, reason: 'NvidiaXID79Error' } },
    ],
  ])('is replaced if %s (row K4)', async (_case, sick) => {
    const { simulation, recorded, until } = await openFaulty(sick);
    await until(async () => (await recorded()).state === 'Terminating');
    expect(simulation.cloud.reboots).toEqual([]);
    expect(await latest(simulation, 'Repair')).toMatchObject({
      body: { command: { candidates: [{ repair: { action: 'Replace' } }], replacements: [{}] } },
    });
  });
});

describe('a worker that is killed during a reboot', () => {
  it('after any port call reboots the instance once, and leaves no decision open', async () => {
    const calm = await openFaulty();
    const before = calm.simulation.crash.calls;
    await recovered(calm);
    for (const crashAt of crashPoints(calm.simulation.crash.calledMethods, before)) {
      const faulty = await openFaulty({ ...transient, options: { crashAt } });
      const { simulation } = faulty;
      await recovered(faulty, 1_000);
      expect({
        crash: simulation.crash.at,
        reboots: simulation.cloud.reboots.length,
        launchCount: simulation.cloud.launchCount,
        open: await simulation.store.decisions.open(simulation.clusterId),
        taints: [...simulation.cluster.nodes.values()].map(({ taints }) => taints),
      }).toMatchObject({ reboots: 1, launchCount: 1, open: [], taints: [[]] });
    }
  });
});
