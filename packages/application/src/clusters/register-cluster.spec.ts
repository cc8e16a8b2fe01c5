import { describe, expect, it } from 'vitest';
import { countedSecrets, registration } from '../testing/registration-setup.js';
import { ada, setUpCluster } from '../testing/set-up-cluster.js';
import { type RegisterClusterInput, registerCluster } from './register-cluster.js';

async function register(fields: Partial<RegisterClusterInput> = {}) {
  const setup = await setUpCluster();
  const ports = { ...setup.ports, secrets: countedSecrets() };
  const outcome = await registerCluster(ports, ada, { ...registration, ...fields });
  return { ...setup, outcome };
}

describe('registerCluster', () => {
  it('records the cluster with its checks waiting, and requests the registration check', async () => {
    const { outcome, store, takeJobs } = await register();
    if (outcome.kind !== 'Registered') throw new RangeError(outcome.kind);
    const { cluster } = outcome;
    expect(cluster).toMatchObject({
      name: 'staging',
      mode: 'approve',
      externalId: 'kerf_external_1',
      endpointIsGiven: false,
      connection: { state: 'Checking' },
    });
    expect(new Set(cluster.checks.map(({ state }) => state))).toEqual(new Set(['Waiting']));
    expect(await store.clusters.find(cluster.id)).toEqual(cluster);
    expect(takeJobs()).toEqual([{ type: 'cluster.check-registration', clusterId: cluster.id }]);
    expect(store.tables.changes.all().at(-1)).toMatchObject({ topic: 'cluster', id: cluster.id });
  });

  it('audits the registration without the external ID', async () => {
    const { store } = await register({ externalId: 'chosen-by-operator' });
    const [entry] = store.tables.audit.all();
    expect(entry).toMatchObject({ action: 'cluster.register', actor: { name: 'ada' } });
    expect(JSON.stringify(entry)).not.toContain('chosen-by-operator');
    expect(await store.clusters.findByName('staging')).toMatchObject({
      externalId: 'chosen-by-operator',
    });
  });

  it('refuses a name that is already registered, and leaves nothing behind', async () => {
    const { outcome, store, takeJobs } = await register({ name: 'prod' });
    expect(outcome).toEqual({ kind: 'NameTaken' });
    expect(await store.clusters.list()).toHaveLength(1);
    expect(store.tables.audit.all()).toEqual([]);
    expect(takeJobs()).toEqual([]);
  });

  it.each([
    ['name', { name: '-a' }],
    ['name', { name: 'a'.repeat(101) }],
    ['region', { region: 'Frankfurt' }],
    ['roleArn', { roleArn: 'arn:aws:iam::1:role/kerf' }],
    ['externalId', { externalId: 'x' }],
    ['interruptionQueue', { interruptionQueue: 'https://sqs.example/queue' }],
    ['endpoint', { endpoint: 'http://10.0.0.1', certificateAuthority: 'LS0tLS1CRUdJTiA=' }],
    ['endpoint', { endpoint: 'https://10.0.0.1:99999', certificateAuthority: 'LS0tLS1CRUdJTiA=' }],
    ['endpoint', { endpoint: 'https://10.0.0.1:65536', certificateAuthority: 'LS0tLS1CRUdJTiA=' }],
    ['certificateAuthority', { endpoint: 'https://10.0.0.1', certificateAuthority: 'PEM' }],
  ])('refuses an invalid %s: %j', async (path, fields) => {
    const { outcome, store } = await register(fields);
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
    expect(await store.clusters.list()).toHaveLength(1);
  });

  it.each([
    ['certificateAuthority', { endpoint: 'https://10.0.0.1' }],
    ['endpoint', { certificateAuthority: 'LS0tLS1CRUdJTiA=' }],
  ])('requires %s when only the other is given', async (path, fields) => {
    const { outcome } = await register(fields);
    expect(outcome).toMatchObject({ kind: 'Invalid', problems: [{ path }] });
  });

  it('takes an endpoint and its certificate authority as given', async () => {
    const given = { endpoint: 'https://10.0.0.1:6443', certificateAuthority: 'LS0tLS1CRUdJTiA=' };
    const { outcome } = await register(given);
    expect(outcome).toMatchObject({
      kind: 'Registered',
      cluster: { ...given, endpointIsGiven: true },
    });
  });
});
