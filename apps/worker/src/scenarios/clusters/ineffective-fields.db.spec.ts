import {
  importDefinition,
  organizationAdmin,
  type Principal,
  publishDefinitionStatus,
  reconcileDefinitions,
} from '@kerf/application';
import { createReadQueries, type Database } from '@kerf/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { recordsInPostgres } from '../../testing/simulation-records.js';
import { openTestDatabase } from '../../testing/test-database.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let database: Database;
let simulation: ClusterSimulation;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  simulation = await ClusterSimulation.open(recordsInPostgres(database), { mode: 'auto' });
});

const interruptible =
  "{ key: karpenter.k8s.aws/capacity-reservation-interruptible, operator: In, values: ['true'] }";

const pool = (requirement = ''): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  limits: { cpu: '10' }
  disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 0s }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [${requirement}]
`;

const nodeClass = {
  apiVersion: 'karpenter.k8s.aws/v1',
  kind: 'EC2NodeClass',
  metadata: { name: 'dense' },
  spec: {
    role: 'nodes',
    subnetSelectorTerms: [{ id: 'subnet-1' }],
    securityGroupSelectorTerms: [{ id: 'sg-1' }],
    amiSelectorTerms: [{ alias: 'bottlerocket@latest' }],
    kubelet: { podsPerCore: 5 },
  },
};

const findings = async () =>
  (await createReadQueries(database).clusters.findings([simulation.clusterId]))
    .filter(({ code }) => code === 'FIELD_WITHOUT_EFFECT')
    .map(({ object, message }) => ({ object, message }));

async function conditionOf(object: string) {
  const { ports, store, clusterId } = simulation;
  await publishDefinitionStatus({ ...ports, store }, { clusterId });
  const { conditions = [] } = simulation.cluster.statuses.get(object) ?? {};
  return conditions.find(({ type }) => type === 'FieldsEffective');
}

describe('a NodePool with a field that has no effect', () => {
  const message = expect.stringMatching(
    /^spec[.]template[.]spec[.]requirements.*: nothing is launched into interruptible/,
  );

  it('is applied with a warning, a condition and a finding', async () => {
    const { documents } = await simulation.apply(ada, pool(interruptible));
    expect(documents[0]?.reading.findings).toContainEqual(
      expect.objectContaining({ severity: 'Warning', code: 'FIELD_WITHOUT_EFFECT' }),
    );
    expect(await findings()).toEqual([{ object: 'NodePool/web', message }]);
    expect(await conditionOf('NodePool/web')).toEqual({
      type: 'FieldsEffective',
      status: 'False',
      reason: 'FieldWithoutEffect',
      message,
    });
  });

  it('loses the condition and the finding when the field changes', async () => {
    await simulation.apply(ada, pool(interruptible));
    await simulation.apply(ada, pool());
    expect(await findings()).toEqual([]);
    expect(await conditionOf('NodePool/web')).toMatchObject({ status: 'True' });
  });
});

describe('an EC2NodeClass of the cluster with a field that has no effect', () => {
  const event = (object: unknown) => ({
    kind: 'EC2NodeClass' as const,
    name: 'dense',
    object,
    generation: null,
    createdAt: 0,
    deletionRequestedAt: null,
    managedByKerf: false,
  });
  const finding = {
    object: 'EC2NodeClass/dense',
    message: expect.stringMatching(/^spec[.]kubelet[.]podsPerCore: /),
  };

  it('is reported while the field exists, also by a Kerf version that did not import the object', async () => {
    const { ports, clusterId, store } = simulation;
    await importDefinition(ports, clusterId, event(nodeClass));
    expect(await findings()).toEqual([finding]);
    expect(await conditionOf('EC2NodeClass/dense')).toMatchObject({ status: 'False' });

    await store.findings.clear(clusterId, 'FIELD_WITHOUT_EFFECT', finding.object);
    await reconcileDefinitions(ports, clusterId, { nodePools: null, nodeClasses: null });
    expect(await findings()).toEqual([finding]);

    await importDefinition(ports, clusterId, event(null));
    expect(await findings()).toEqual([]);
  });
});
