import {
  organizationAdmin,
  type Principal,
  requireCluster,
  updateCluster,
} from '@kerf/application';
import { labelKeys } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;

beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const schedulerConfiguration = (whenUnsatisfiable: string) => `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
    pluginConfig:
      - name: PodTopologySpread
        args:
          defaultingType: List
          defaultConstraints:
            - maxSkew: 1
              topologyKey: topology.kubernetes.io/zone
              whenUnsatisfiable: ${whenUnsatisfiable}
`;

async function update(simulation: ClusterSimulation, text: string) {
  const { ports, store, clusterId } = simulation;
  const { version } = await requireCluster(store, clusterId);
  return updateCluster({ ...ports, store }, ada, {
    id: clusterId,
    expectedVersion: version,
    mode: null,
    settings: { schedulerConfiguration: text },
    requestId: null,
  });
}

/** Runs three small pods of a Service that have no constraints. @returns the zones of their nodes */
async function zonesOf(text: string): Promise<readonly (string | undefined)[]> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  expect((await update(simulation, text)).kind).toBe('Updated');
  const app = { app: 'web' };
  simulation.cluster.workloadSelectors = [
    {
      kind: 'Service',
      namespace: 'default',
      name: 'web',
      selector: { matchLabels: app, matchExpressions: [] },
    },
  ];
  const pod = aPod('web').labelled(app).requesting({ milliCpu: 100, memoryMib: 64 });
  simulation.cluster.addPods(pod.times(3));
  await simulation.until(async () => simulation.cluster.pending.size === 0);
  return [...simulation.cluster.nodes.values()].map(({ labels }) => labels[labelKeys.zone]);
}

describe('the default spread constraints of a cluster’s scheduler', () => {
  it('spread pods without constraints of their own over nodes of several zones', async () => {
    expect(new Set(await zonesOf(schedulerConfiguration('DoNotSchedule'))).size).toBe(3);
  });

  it('are preferences with ScheduleAnyway, which plans follow as those of pods', async () => {
    expect(new Set(await zonesOf(schedulerConfiguration('ScheduleAnyway'))).size).toBe(3);
  });

  it('are none without a configuration: the pods share a node', async () => {
    expect(await zonesOf('')).toHaveLength(1);
  });

  it('are refused if the text is no scheduler configuration, and the earlier one stays', async () => {
    const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
    await update(simulation, schedulerConfiguration('DoNotSchedule'));
    expect(await update(simulation, schedulerConfiguration('Sometimes'))).toEqual({
      kind: 'Invalid',
      problems: [
        {
          path: 'schedulerConfiguration',
          message:
            'is not used: profiles.0.pluginConfig.0.args.defaultConstraints.0.whenUnsatisfiable must be one of DoNotSchedule, ScheduleAnyway',
        },
      ],
    });
    const { settings } = await requireCluster(simulation.store, simulation.clusterId);
    expect(settings.schedulerConfiguration).toBe(schedulerConfiguration('DoNotSchedule'));
  });
});
