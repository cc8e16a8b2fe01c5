import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { Principal } from '../domain/identity/principal.js';
import { ada, type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { type ApplyManifestsInput, applyManifests } from './apply-manifests.js';

const nodePool = (name: string, extra = ''): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: []
${extra}`;

const nodeClass = (name: string): string => `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: ${name}
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@latest }]
  subnetSelectorTerms: [{ id: subnet-1 }]
  securityGroupSelectorTerms: [{ id: sg-1 }]
`;

const apply = (
  { ports, clusterId }: ClusterSetup,
  input: Partial<ApplyManifestsInput>,
  caller: Principal = ada,
) =>
  applyManifests(ports, caller, {
    clusterId,
    text: nodePool('web'),
    dryRun: false,
    replacePlaceholders: false,
    defaultNodeClass: null,
    variants: new Map(),
    expectedVersions: new Map(),
    target: null,
    requestId: 'req-1',
    ...input,
  });

const outcomes = ({ documents }: Awaited<ReturnType<typeof apply>>) =>
  documents.map(({ outcome }) => outcome);

const names = async ({ store, clusterId }: ClusterSetup): Promise<readonly string[]> =>
  (await store.definitions.nodePools(clusterId)).map(({ name }) => name);

describe('applyManifests', () => {
  it('creates definitions, audits each, and requests their sync and resolution', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    const text = [nodePool('web'), nodeClass('arm')].join('---');
    const result = await apply(setup, { text });
    expect(result.applied).toBe(true);
    expect(outcomes(result)).toEqual(['Created', 'Created']);
    expect(result.documents.map(({ stored }) => stored?.name)).toEqual(['web', 'arm']);
    expect(await names(setup)).toEqual(['default', 'web']);
    expect(setup.takeJobs()).toEqual([
      { type: 'definition.sync', clusterId, kind: 'EC2NodeClass', name: 'arm' },
      { type: 'catalog.resolve-node-class', clusterId, name: 'arm' },
      { type: 'definition.sync', clusterId, kind: 'NodePool', name: 'web' },
    ]);
    expect(store.tables.audit.all()).toMatchObject([
      { action: 'definition.create', object: { kind: 'EC2NodeClass' }, before: null },
      { action: 'definition.create', object: { kind: 'NodePool' }, requestId: 'req-1' },
    ]);
  });

  it('saves nothing for a dry run, and returns the changes', async () => {
    const setup = await setUpCluster();
    const result = await apply(setup, { dryRun: true });
    expect(result.applied).toBe(false);
    expect(outcomes(result)).toEqual(['Created']);
    expect(await names(setup)).toEqual(['default']);
  });

  it('saves none of the documents when one is refused', async () => {
    const setup = await setUpCluster();
    const invalid = nodePool('bad', '  weight: 101\n');
    const result = await apply(setup, { text: [nodePool('web'), invalid].join('---') });
    expect(result.applied).toBe(false);
    expect(outcomes(result)).toEqual(['Created', 'Refused']);
    expect(await names(setup)).toEqual(['default']);
    expect(setup.takeJobs()).toEqual([]);
  });

  it('changes an existing definition as its next revision', async () => {
    const setup = await setUpCluster();
    await apply(setup, {});
    const result = await apply(setup, { text: nodePool('web', '  weight: 7\n') });
    expect(outcomes(result)).toEqual(['Updated']);
    const found = await setup.store.definitions.find(setup.clusterId, 'NodePool', 'web');
    expect(found).toMatchObject({ revision: 2, version: 2, spec: { weight: 7 } });
  });

  it('writes nothing when nothing differs', async () => {
    const setup = await setUpCluster();
    await apply(setup, {});
    setup.takeJobs();
    const result = await apply(setup, {});
    expect(result.applied).toBe(true);
    expect(outcomes(result)).toEqual(['Unchanged']);
    expect(setup.takeJobs()).toEqual([]);
    expect(setup.store.tables.audit.all()).toHaveLength(1);
  });

  it.each([
    [0, 'default', false],
    [1, 'default', true],
    [[4, 1], 'default', true],
    [2, 'default', false],
    [0, 'web', true],
    [1, 'web', false],
  ] as const)(
    'with the expected version %j of %s, applied is %s',
    async (version, name, applied) => {
      const setup = await setUpCluster();
      const result = await apply(setup, {
        text: nodePool(name),
        expectedVersions: new Map([[0, version]]),
      });
      expect(result.applied).toBe(applied);
      expect(result.documents[0]?.unmetVersion).toEqual(applied ? null : version);
    },
  );

  it('saves nothing when a version is expected of a document that is not there', async () => {
    const setup = await setUpCluster();
    const result = await apply(setup, { expectedVersions: new Map([[1, 0]]) });
    expect(result.applied).toBe(false);
  });

  it('refuses a definition that the cluster owns, and shows what it would be', async () => {
    const setup = await setUpCluster();
    const { store, clusterId } = setup;
    const [pool] = await store.definitions.nodePools(clusterId);
    if (pool === undefined) throw new RangeError('the NodePool default exists');
    const [revision] = await store.definitions.revisions(pool);
    if (revision === undefined) throw new RangeError('it has a revision');
    const owned = { ...pool, source: 'Cluster', revision: 2 } as const;
    await store.definitions.save(owned, { ...revision, revision: 2 });
    const { documents } = await apply(setup, { text: nodePool('default') });
    expect(documents[0]?.reading.findings.map(({ code }) => code)).toContain('OWNED_BY_CLUSTER');
    expect(documents[0]).toMatchObject({
      outcome: 'Refused',
      definition: null,
      reading: { definition: { name: 'default' } },
    });
  });

  it.each([
    ['SEVERAL_DOCUMENTS', [nodePool('web'), nodePool('web2')].join('---'), 'web'],
    ['OTHER_DEFINITION', nodeClass('web'), 'web'],
    ['OTHER_DEFINITION', nodePool('other'), 'web'],
  ])('refuses with %s a text that is not about its target', async (code, text, name) => {
    const setup = await setUpCluster();
    const result = await apply(setup, { text, target: { kind: 'NodePool', name } });
    expect(result.applied).toBe(false);
    const codes = result.documents.flatMap(({ reading }) =>
      reading.findings.map((one) => one.code),
    );
    expect(codes).toContain(code);
  });

  it('requests the nodes of a static NodePool', async () => {
    const setup = await setUpCluster();
    await apply(setup, { text: nodePool('fixed', '  replicas: 2\n') });
    expect(setup.takeJobs()).toContainEqual({
      type: 'provisioning.reconcile-static-pools',
      clusterId: setup.clusterId,
    });
  });

  it('records a finding for a field without effect, and clears it with the field', async () => {
    const setup = await setUpCluster();
    const interruptible =
      "[{ key: karpenter.k8s.aws/capacity-reservation-interruptible, operator: In, values: ['true'] }]";
    await apply(setup, { text: nodePool('web').replace('[]', interruptible) });
    expect(setup.store.tables.findings.all()).toMatchObject([
      { code: 'FIELD_WITHOUT_EFFECT', object: 'NodePool/web' },
    ]);
    await apply(setup, {});
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it.each([
    [['definition.read', 'definition.write'], true],
    [['definition.write'], false],
  ] as const)(
    'names EC2NodeClasses to a caller with %j in a NodePool: %s',
    async (actions, isNamed) => {
      const setup = await setUpCluster();
      const { clusterId } = setup;
      const scope = { kind: 'NodePools', clusterId, nodePools: ['web'] } as const;
      const caller: Principal = {
        ...ada,
        grants: [{ role: 'r', effect: 'Allow', actions, scope }],
      };
      const messagesFor = async (text: string) => {
        const { documents } = await apply(setup, { text, dryRun: true }, caller);
        return documents.flatMap(({ reading }) => reading.findings.map(({ message }) => message));
      };
      const misspelled = nodePool('web').replace('name: default', 'name: defualt');
      const without = nodePool('web').replace(/ +nodeClassRef.*\n/, '');
      const messages = [...(await messagesFor(misspelled)), ...(await messagesFor(without))].join();
      expect(messages.includes('did you mean default?')).toBe(isNamed);
      expect(messages.includes('has default')).toBe(isNamed);
      expect(messages).toContain('references no EC2NodeClass');
    },
  );

  it('does not know a cluster that is not registered', async () => {
    const setup = await setUpCluster();
    const unknown: Pick<Cluster, 'id'> = { id: 'clu_none' };
    await expect(apply(setup, { clusterId: unknown.id })).rejects.toMatchObject({
      code: 'STATE.NOT_FOUND',
    });
  });
});
