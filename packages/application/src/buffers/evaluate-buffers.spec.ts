import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { connectionOf, requireCluster, requireKnown } from '../clusters/require-cluster.js';
import type { BufferRecord } from '../domain/buffer/capacity-buffer.js';
import { Sweep } from '../domain/operation/sweep.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { evaluateBuffers } from './evaluate-buffers.js';

const follows = { apiGroup: 'apps', kind: 'Deployment', name: 'web' };
const requests = { cpu: 500, memory: 1024 ** 3 };

async function evaluateAll(
  setup: ClusterSetup,
  specs: readonly unknown[],
  sweep = new Sweep(),
  known: readonly BufferRecord[] = [],
) {
  const cluster = requireKnown(await requireCluster(setup.store, setup.clusterId));
  const objects = specs.map((spec, index) => ({
    namespace: 'default',
    name: `spare-${index}`,
    uid: `u-${index}`,
    generation: 1,
    spec,
  }));
  return evaluateBuffers(setup.ports, connectionOf(cluster), { objects, known, sweep });
}

async function evaluate(setup: ClusterSetup, spec: unknown) {
  const [look] = await evaluateAll(setup, [spec]);
  if (look === undefined) throw new RangeError('the buffer was not evaluated');
  return look;
}

async function withDeployment(replicas: number): Promise<ClusterSetup> {
  const setup = await setUpCluster();
  setup.cluster.deploy('web', replicas, requests);
  return setup;
}

describe('evaluateBuffers', () => {
  it('resolves the pod of a workload and the number of units', async () => {
    const setup = await withDeployment(8);
    const { resolved, problems } = await evaluate(setup, { scalableRef: follows, replicas: 3 });
    expect(problems).toEqual([]);
    expect(resolved).toMatchObject({
      buffer: { namespace: 'default', name: 'spare-0', podSpec: { requests }, replicas: 3 },
      units: 3,
      isLimited: false,
      templateGeneration: 1,
    });
  });

  it('resolves the pod of a PodTemplate', async () => {
    const setup = await withDeployment(1);
    const template = setup.cluster.templates.get('Deployment/default/web');
    if (template === undefined) throw new RangeError('there is no Deployment');
    const own = { ...template, replicas: null, generation: 5 };
    setup.cluster.templates.set('PodTemplate/default/unit', own);
    const spec = { podTemplateRef: { name: 'unit' }, replicas: 2 };
    expect((await evaluate(setup, spec)).resolved).toMatchObject({
      units: 2,
      templateGeneration: 5,
    });
  });

  it.each([
    [10, 8, 1],
    [25, 8, 2],
    [30, 8, 3],
    [100, 0, 0],
  ])('with %i %% of %i replicas has %i units', async (percentage, replicas, units) => {
    const setup = await withDeployment(replicas);
    const { resolved } = await evaluate(setup, { scalableRef: follows, percentage });
    expect(resolved).toMatchObject({ units });
  });

  it('takes the larger of replicas and percentage', async () => {
    const setup = await withDeployment(8);
    const spec = { scalableRef: follows, percentage: 50, replicas: 1 };
    expect((await evaluate(setup, spec)).resolved?.units).toBe(4);
  });

  it.each([
    ['1', 2, true],
    ['1500m', 3, false],
    ['2', 3, false],
  ])('within %s CPUs has %i units, limited: %j', async (cpu, units, isLimited) => {
    const setup = await withDeployment(1);
    const spec = { scalableRef: follows, replicas: 3, limits: { cpu } };
    expect((await evaluate(setup, spec)).resolved).toMatchObject({ units, isLimited });
  });
});

describe('evaluateBuffers, more units than a cluster may have', () => {
  it('reduces the largest buffers, which are limited then', async () => {
    const setup = await withDeployment(1);
    const large = { scalableRef: follows, replicas: 150_000 };
    const looks = await evaluateAll(setup, [
      large,
      { ...large, limits: { cpu: '40k' } },
      { ...large, replicas: 2_000_000_000 },
      { ...large, replicas: 2 },
      { ...large, replicas: -1 },
    ]);
    expect(
      looks.map(({ object, resolved }) => [object.name, resolved?.units, resolved?.isLimited]),
    ).toEqual([
      ['spare-0', 49_999, true],
      ['spare-1', 49_999, true],
      ['spare-2', 50_000, true],
      ['spare-3', 2, false],
      ['spare-4', undefined, undefined],
    ]);
  });

  it('reduces a single buffer, which is limited then', async () => {
    const spec = { scalableRef: follows, replicas: 150_001 };
    expect((await evaluate(await withDeployment(1), spec)).resolved).toMatchObject({
      units: 150_000,
      isLimited: true,
    });
  });
});

describe('evaluateBuffers, problems', () => {
  it('names each error of the manifest', async () => {
    const { spec, resolved, problems } = await evaluate(await setUpCluster(), { replicas: -1 });
    expect([spec, resolved]).toEqual([null, null]);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^\S*: ./);
  });

  it('leaves a buffer with another strategy to its controller, without reading its workload', async () => {
    const setup = await setUpCluster();
    setup.cluster.readPodTemplate = () => Promise.reject(new RangeError('not needed'));
    const spec = { provisioningStrategy: 'example.com/lazy', scalableRef: follows, replicas: 1 };
    expect(await evaluate(setup, spec)).toMatchObject({
      spec: { provisioningStrategy: 'example.com/lazy' },
      resolved: null,
      problems: [
        'spec.provisioningStrategy: example.com/lazy is not supported; use buffer.x-k8s.io/active-capacity',
      ],
    });
  });

  it.each([
    [{ scalableRef: follows, replicas: 1 }, 'Deployment default/web not found'],
    [{ podTemplateRef: { name: 'unit' }, replicas: 1 }, 'PodTemplate default/unit not found'],
  ])('says that the object of %j is missing', async (spec, problem) => {
    const result = await evaluate(await setUpCluster(), spec);
    expect(result).toMatchObject({ resolved: null, problems: [problem] });
    expect(result.spec).not.toBeNull();
  });

  it('says how to get the permission to read the object', async () => {
    const setup = await setUpCluster();
    const forbidden = new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' });
    setup.cluster.readPodTemplate = () => Promise.reject(forbidden);
    expect((await evaluate(setup, { scalableRef: follows, replicas: 1 })).problems).toEqual([
      'Kerf has no permission to read Deployment default/web; apply deploy/rbac',
    ]);
  });

  it.each([
    new AppError({ code: 'CLUSTER.UNREACHABLE', message: 'no answer' }),
    new TypeError('bug'),
  ])(
    'reports %s of a buffer, keeps what is known of it, and evaluates the others',
    async (failure) => {
      const setup = await withDeployment(8);
      const spec = { scalableRef: follows, replicas: 1 };
      const [before] = await evaluateAll(setup, [spec]);
      if (before === undefined) throw new RangeError('the buffer was not evaluated');
      const read = setup.cluster.readPodTemplate.bind(setup.cluster);
      setup.cluster.readPodTemplate = (cluster, ref) =>
        ref.name === 'web' ? Promise.reject(failure) : read(cluster, ref);
      setup.cluster.deploy('api', 8, requests);
      const specs = [spec, spec, { ...spec, scalableRef: { ...follows, name: 'api' } }];
      const sweep = new Sweep();
      const { object, ...look } = before;
      const known: BufferRecord = { clusterId: setup.clusterId, ...object, ...look, outcome: null };
      const looks = await evaluateAll(setup, specs, sweep, [known]);
      expect(looks.map(({ resolved }) => resolved?.units ?? null)).toEqual([1, null, 1]);
      expect(looks[1]?.problems).toEqual(['its pod template cannot be read']);
      expect(sweep.failures).toEqual([
        { object: expect.objectContaining({ name: 'default/spare-0' }), error: failure },
        { object: expect.objectContaining({ name: 'default/spare-1' }), error: failure },
      ]);
    },
  );
});
