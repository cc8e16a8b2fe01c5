import { aPlannedClaim, fakeInstanceTypes } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { launchRequest, readLaunchFacts } from './launch-facts.js';

const planned = aPlannedClaim({
  labels: { team: 'web' },
  taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }],
  startupTaints: [{ key: 'cilium', value: '', effect: 'NoExecute' }],
});

/** Returns the request for the launch of `ncl_1`, or the reason why there is none. */
async function requestFor(
  fields: Partial<NodeClaim> = {},
  options: Pick<typeof planned, 'instanceTypes' | 'requirements'> = planned,
) {
  const setup = await setUpCluster();
  const requested = { state: 'Requested', instance: null, plan: planned } as const;
  const claim = await storeNodeClaim(setup, { ...requested, ...fields }, options);
  const facts = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
  return { setup, facts, claim, request: launchRequest(facts, { claim, isRepeat: false }) };
}

describe('launchRequest', () => {
  it('has all that the cloud needs', async () => {
    const { setup, request } = await requestFor({ name: 'default-x2k4p' });
    const nodeClass = (await setup.store.definitions.nodeClasses(setup.clusterId))[0];
    expect(request).toMatchObject({
      token: 'ncl_1',
      isRepeat: false,
      nodeClaimName: 'default-x2k4p',
      nodePool: 'default',
      nodeClass: { name: 'default', spec: nodeClass?.spec },
      resolution: nodeClass?.resolution,
      cluster: { name: 'prod', endpoint: 'https://cluster.example' },
      labels: planned.labels,
      taints: planned.taints,
      startupTaints: planned.startupTaints,
      options: planned.instanceTypes,
      requirements: planned.requirements,
      requests: planned.requests,
    });
  });

  it('describes the instance types of the options', async () => {
    const option = (name: string) => ({ name, offerings: [planned.expected] });
    const { request } = await requestFor(
      {},
      { requirements: [], instanceTypes: ['m5.large', 'c5.large', 'm4.gone'].map(option) },
    );
    expect('instanceTypes' in request && request.instanceTypes).toMatchObject(
      fakeInstanceTypes
        .filter(({ name }) => name === 'c5.large' || name === 'm5.large')
        .map(({ name, capacity }) => ({ name, capacity })),
    );
  });

  it('adds the capacity of NodeOverlays to the instance type', async () => {
    const added = { 'example.com/device': 2 };
    const { request } = await requestFor(
      {},
      {
        requirements: [],
        instanceTypes: [
          { name: 'm5.large', offerings: [planned.expected], capacityOverlay: added },
        ],
      },
    );
    const type = 'instanceTypes' in request ? request.instanceTypes[0] : undefined;
    expect(type?.capacity).toMatchObject({ cpu: 2_000, ...added });
    expect(type?.allocatable).toMatchObject({ cpu: 1_900, ...added });
  });

  it('says that a launch is repeated', async () => {
    const { facts, claim } = await requestFor();
    expect(launchRequest(facts, { claim, isRepeat: true })).toMatchObject({ isRepeat: true });
  });

  it('is refused when the EC2NodeClass was deleted', async () => {
    expect((await requestFor({ nodeClass: 'gone' })).request).toEqual({
      code: 'NODE_CLASS_NOT_READY',
      nodeClass: 'gone',
      detail: 'it was deleted or is not resolved yet',
    });
  });

  it('is refused while the EC2NodeClass is not resolved', async () => {
    const { facts, claim } = await requestFor();
    const nodeClass = facts.nodeClasses.get('default');
    if (nodeClass === undefined) throw new RangeError('there is no EC2NodeClass');
    const nodeClasses = new Map([['default', { ...nodeClass, resolution: null }]]);
    expect(launchRequest({ ...facts, nodeClasses }, { claim, isRepeat: false })).toMatchObject({
      code: 'NODE_CLASS_NOT_READY',
      nodeClass: 'default',
    });
  });

  it('is refused without recorded launch options', async () => {
    const { facts, claim } = await requestFor();
    expect(
      launchRequest({ ...facts, launchOptions: new Map() }, { claim, isRepeat: false }),
    ).toEqual({ code: 'LAUNCH_REFUSED', detail: 'its launch options are not recorded' });
  });
});

describe('readLaunchFacts', () => {
  it.each([
    [
      'of the living NodeClaims of a NodePool with limits',
      { limits: { cpu: '10' } },
      'default',
      [
        ['ncl_1', { cpu: 2_000, memory: 8_000 }],
        ['ncl_2', null],
      ],
    ],
    ['of no NodePool without limits', { limits: {} }, 'default', []],
    ['of no NodePool that is not concerned', { limits: { cpu: '10' } }, 'batch', []],
  ])('reads the capacities %s', async (_which, poolFields, nodePool, expected) => {
    const setup = await setUpCluster({}, poolFields);
    const claim = await storeNodeClaim(setup, { nodePool });
    await storeNodeClaim(setup, { id: 'ncl_2', state: 'Launching', instance: null });
    await storeNodeClaim(setup, { id: 'ncl_3', state: 'Terminated' });
    const { capacities } = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
    expect([...capacities].map(([name, byClaim]) => [name, [...byClaim]])).toEqual(
      expected.length === 0 ? [] : [['default', expected]],
    );
  });

  it('resolves instance types only of EC2NodeClasses that are concerned', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { nodeClass: 'gpu' });
    const { instanceTypes } = await readLaunchFacts(setup.ports, setup.clusterId, [claim]);
    expect(instanceTypes).toEqual(new Map());
  });
});
