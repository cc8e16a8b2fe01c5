import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { merge, useKubernetes } from './testing/use-kubernetes.js';

// Fields and messages were compared with a Kubernetes 1.36 server, its controllers and scheduler.

const cluster = useKubernetes();
const namespace = 'conformance-volumes';
const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
const volumes = '/api/v1/persistentvolumes';
const storageClasses = '/apis/storage.k8s.io/v1/storageclasses';
const zone = 'topology.kubernetes.io/zone';
/** Volumes of this class are made by people, not by a driver. */
const late = 'conformance-late';

beforeAll(async () => {
  await cluster.namespace(namespace);
  const body = {
    metadata: { name: late },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  await cluster.createGlobal(storageClasses, body, late);
});

async function volume(name: string, spec: JsonObject = {}): Promise<void> {
  const body = {
    metadata: { name },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: `vol-${name}` },
      ...spec,
    },
  };
  const { code, text } = await cluster.createGlobal(volumes, body, name);
  invariant(code === 201, `the server accepts it: ${text}`);
}

async function claim(name: string, spec: JsonObject = {}): Promise<void> {
  const body = {
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '5Gi' } },
      storageClassName: '',
      ...spec,
    },
  };
  const { code, text } = await cluster.call('POST', claims, body);
  invariant(code === 201, `the server accepts it: ${text}`);
}

const get = async (path: string): Promise<JsonObject> => (await cluster.call('GET', path)).body;
const phaseOf = async (path: string) => stringAt(await get(path), 'status', 'phase');

/** Waits until the claim and the volume are bound to each other. */
async function areBound(claimName: string, volumeName: string): Promise<void> {
  await cluster.until(async () => {
    expect(await phaseOf(`${claims}/${claimName}`)).toBe('Bound');
    expect(await phaseOf(`${volumes}/${volumeName}`)).toBe('Bound');
  });
  const bound = await get(`${claims}/${claimName}`);
  expect(stringAt(bound, 'spec', 'volumeName')).toBe(volumeName);
  expect(await get(`${volumes}/${volumeName}`)).toMatchObject({
    spec: {
      claimRef: {
        kind: 'PersistentVolumeClaim',
        namespace,
        name: claimName,
        uid: stringAt(bound, 'metadata', 'uid'),
      },
    },
  });
}

const inZone = (name: string): JsonObject => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: zone, operator: 'In', values: [name] }] }],
    },
  },
});

const using = (claimName: string): JsonObject => ({
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});

describe('a claim', () => {
  it('that names a volume is bound to it, with its capacity', async () => {
    await volume('conformance-named');
    await claim('naming', { volumeName: 'conformance-named' });
    await areBound('naming', 'conformance-named');
    expect(await get(`${claims}/naming`)).toMatchObject({
      metadata: { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
      status: { accessModes: ['ReadWriteOnce'], capacity: { storage: '10Gi' } },
    });
  });

  it('is bound to the volume that names it, whatever others would fit', async () => {
    await volume('conformance-reserved', {
      capacity: { storage: '50Gi' },
      claimRef: { kind: 'PersistentVolumeClaim', apiVersion: 'v1', namespace, name: 'expected' },
    });
    await volume('conformance-tempting', { capacity: { storage: '5Gi' } });
    await claim('expected');
    await areBound('expected', 'conformance-reserved');
    expect(await phaseOf(`${volumes}/conformance-tempting`)).toBe('Available');
    await cluster.call('DELETE', `${volumes}/conformance-tempting`);
  });

  it('without a name gets the smallest volume that is large enough', async () => {
    await volume('conformance-large', { capacity: { storage: '30Gi' } });
    await volume('conformance-middle', { capacity: { storage: '20Gi' } });
    await volume('conformance-shared', {
      capacity: { storage: '15Gi' },
      accessModes: ['ReadOnlyMany'],
    });
    await claim('fitting', { resources: { requests: { storage: '12Gi' } } });
    await areBound('fitting', 'conformance-middle');
    expect(await phaseOf(`${volumes}/conformance-large`)).toBe('Available');
  });

  it('waits for a volume that another has, or that is missing', async () => {
    await volume('conformance-taken');
    await claim('first', { volumeName: 'conformance-taken' });
    await areBound('first', 'conformance-taken');
    await claim('second', { volumeName: 'conformance-taken' });
    await claim('early', { volumeName: 'conformance-later' });
    await volume('conformance-later');
    await areBound('early', 'conformance-later');
    expect(await phaseOf(`${claims}/second`)).toBe('Pending');
  });

  it('whose volume is gone is lost', async () => {
    await volume('conformance-vanishing');
    await claim('losing', { volumeName: 'conformance-vanishing' });
    await areBound('losing', 'conformance-vanishing');
    await cluster.call('DELETE', `${volumes}/conformance-vanishing`);
    const none = { metadata: { finalizers: null } };
    await cluster.call('PATCH', `${volumes}/conformance-vanishing`, none, merge);
    await cluster.until(async () => expect(await phaseOf(`${claims}/losing`)).toBe('Lost'));
  });

  it('leaves a retained volume released when it is deleted', async () => {
    await volume('conformance-kept');
    await claim('leaving', { volumeName: 'conformance-kept' });
    await areBound('leaving', 'conformance-kept');
    await cluster.call('DELETE', `${claims}/leaving`);
    await cluster.until(async () =>
      expect(await phaseOf(`${volumes}/conformance-kept`)).toBe('Released'),
    );
    await claim('next', { volumeName: 'conformance-kept' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await phaseOf(`${claims}/next`)).toBe('Pending');
  });
});

describe('a pod', () => {
  it('runs in the zone of the volume that its claim names', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'zones');
    await nodes.create('a', {}, { [zone]: 'za' });
    await nodes.create('b', {}, { [zone]: 'zb' });
    await volume('conformance-zonal', inZone('zb'));
    await claim('zonal', { volumeName: 'conformance-zonal' });
    await areBound('zonal', 'conformance-zonal');
    await nodes.createPod('user', {}, using('zonal'));
    expect(await nodes.bound('user')).toBe(nodes.nodeName('b'));
  });

  it('waits for its claim, and for its volume', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'waiting');
    await nodes.create('a', {}, { [zone]: 'za' });
    await nodes.createPod('user', {}, using('coming'));
    expect(await nodes.refused('user')).toContain('persistentvolumeclaim "coming" not found');
    await claim('coming', { volumeName: 'conformance-coming' });
    await cluster.until(async () =>
      expect(await nodes.refused('user')).toContain(
        'pod has unbound immediate PersistentVolumeClaims',
      ),
    );
    await volume('conformance-coming');
    expect(await nodes.bound('user')).toBe(nodes.nodeName('a'));
  });

  it('chooses among the volumes that people made, if its claim waits for it', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'local');
    await nodes.create('a', {}, { [zone]: 'za' });
    await nodes.create('b', {}, { [zone]: 'zb' });
    await claim('local', { storageClassName: late });
    await nodes.createPod('user', {}, using('local'));
    expect(await nodes.refused('user')).toContain(
      "2 node(s) didn't find available persistent volumes to bind",
    );
    await volume('conformance-local', { storageClassName: late, ...inZone('zb') });
    expect(await nodes.bound('user')).toBe(nodes.nodeName('b'));
    await areBound('local', 'conformance-local');
  });
});

describe('a generic ephemeral volume', () => {
  const ephemeral = (spec: JsonObject): JsonObject => ({
    volumes: [
      {
        name: 'scratch',
        ephemeral: { volumeClaimTemplate: { metadata: { labels: { kind: 'scratch' } }, spec } },
      },
    ],
  });
  const template = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: late,
  };

  it('gets a claim, which its pod owns and takes along', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'scratch');
    await nodes.create('a', {}, { [zone]: 'za' });
    await nodes.createPod('user', {}, ephemeral(template));
    const pod = await nodes.get('user');
    const claimName = `${nodes.podName('user')}-scratch`;
    await cluster.until(async () => {
      expect(await get(`${claims}/${claimName}`)).toMatchObject({
        metadata: {
          labels: { kind: 'scratch' },
          ownerReferences: [
            {
              apiVersion: 'v1',
              kind: 'Pod',
              name: nodes.podName('user'),
              uid: stringAt(pod, 'metadata', 'uid'),
              controller: true,
              blockOwnerDeletion: true,
            },
          ],
        },
        spec: { ...template, volumeMode: 'Filesystem' },
      });
    });
    await volume('conformance-scratch', { storageClassName: late, ...inZone('za') });
    expect(await nodes.bound('user')).toBe(nodes.nodeName('a'));
    await areBound(claimName, 'conformance-scratch');
    await cluster.call('DELETE', `${nodes.pods}/${nodes.podName('user')}?gracePeriodSeconds=0`);
    await cluster.until(async () =>
      expect((await cluster.call('GET', `${claims}/${claimName}`)).code).toBe(404),
    );
  });

  it('does not use a claim of the same name that its pod does not own', async () => {
    const nodes = new OwnNodes(cluster, namespace, 'foreign');
    await nodes.create('a');
    const claimName = `${nodes.podName('user')}-scratch`;
    await claim(claimName, { storageClassName: late });
    await nodes.createPod('user', {}, ephemeral(template));
    const why = `PVC ${namespace}/${claimName} was not created for pod ${namespace}/${nodes.podName('user')} (pod is not owner)`;
    expect(await nodes.refused('user')).toContain(why);
    const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=reason%3DFailedBinding`;
    await cluster.until(async () => {
      const messages = listAt(await get(path), 'items').map((event) => objectAt(event)['message']);
      expect(messages).toContain(`ephemeral volume scratch: ${why}`);
    });
  });
});
