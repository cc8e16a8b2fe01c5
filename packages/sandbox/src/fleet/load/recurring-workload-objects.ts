import { runSecondsAnnotation } from '../../kubernetes/kubelet/run-length.js';
import type { WorkloadRun } from './daily-load.js';

type Manifest = Readonly<Record<string, unknown>>;

/** On what comes and goes by itself; nobody else's objects are ever removed. */
export const recurringWorkloadLabel = 'sandbox.kerf.dev/visit';

/** Jobs are through after this part of their visit, so that some are late and none too early. */
const runRatio = 0.75;

/** @param speeds of the company's day, and of machines and their pods, per real time */
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
          // Of devices, requests and limits have to be the same.
          resources: { requests, limits: requests },
        },
      ],
    },
  };
}
