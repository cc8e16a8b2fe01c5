import { runSecondsAnnotation } from '../../kubernetes/kubelet/run-time.js';
import type { WorkloadRun } from './daily-load.js';

type Manifest = Readonly<Record<string, unknown>>;

/** Label of objects that the load simulator creates; it removes no others. */
export const recurringWorkloadLabel = 'sandbox.kerf.dev/visit';

/** Jobs finish after this part of their time, so that a late start does not exceed it. */
const runRatio = 0.75;

/** @param speeds of the simulated day, and of machines and pods, times real time */
export function recurringWorkloadObjects(
  { plan, name, pods }: WorkloadRun,
  speeds: { readonly day: number; readonly machines: number },
): readonly Manifest[] {
  const { kind, namespace } = plan;
  const realSeconds = (plan.lastsHours * 3_600 * runRatio) / speeds.day;
  const runSeconds = Math.round(realSeconds * speeds.machines);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
      kind,
      metadata: { name, namespace, labels: { [recurringWorkloadLabel]: plan.name } },
      spec:
        kind === 'Job'
          ? jobSpec({ plan, name, pods }, runSeconds)
          : statefulSetSpec({ plan, name, pods }),
    },
  ];
}

function jobSpec(run: WorkloadRun, runSeconds: number): Manifest {
  const { pods } = run;
  const template = templateOf(run, { [runSecondsAnnotation]: String(runSeconds) });
  return {
    parallelism: pods,
    completions: pods,
    template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } },
  };
}

function statefulSetSpec(run: WorkloadRun): Manifest {
  return {
    replicas: run.pods,
    serviceName: run.name,
    selector: { matchLabels: { app: run.name } },
    template: templateOf(run, {}),
  };
}

function templateOf({ plan, name }: WorkloadRun, annotations: Readonly<Record<string, string>>) {
  const { requests, nodeSelector, tolerates } = plan;
  return {
    metadata: { labels: { app: name }, annotations },
    spec: {
      ...(nodeSelector === undefined ? {} : { nodeSelector }),
      ...(tolerates === undefined
        ? {}
        : { tolerations: [{ ...tolerates, operator: 'Equal', effect: 'NoSchedule' }] }),
      containers: [
        {
          name: plan.name,
          image: `registry.example.com/${plan.name}:2026.11`,
          // Extended resources require equal requests and limits.
          resources: { requests, limits: requests },
        },
      ],
    },
  };
}
