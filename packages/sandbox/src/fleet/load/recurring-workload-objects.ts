import { runSecondsAnnotation } from '../../kubernetes/kubelet/run-length.js';
import type { Visit } from './daily-load.js';

type Manifest = Readonly<Record<string, unknown>>;

/** On what comes and goes by itself; nobody else's objects are ever removed. */
export const visitLabel = 'sandbox.kerf.dev/visit';

/** Jobs are through after this part of their visit, so that some are late and none too early. */
const runRatio = 0.75;

/** @param speeds of the company's day, and of machines and their pods, per real time */
export function visitObjects(
  { plan, name, pods }: Visit,
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
      metadata: { name, namespace, labels: { [visitLabel]: plan.name } },
      spec:
        kind === 'Job'
          ? jobSpec({ plan, name, pods }, runSeconds)
          : statefulSetSpec({ plan, name, pods }),
    },
  ];
}

function jobSpec(visit: Visit, runSeconds: number): Manifest {
  const { pods } = visit;
  const template = templateOf(visit, { [runSecondsAnnotation]: String(runSeconds) });
  return {
    parallelism: pods,
    completions: pods,
    template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } },
  };
}

function statefulSetSpec(visit: Visit): Manifest {
  return {
    replicas: visit.pods,
    serviceName: visit.name,
    selector: { matchLabels: { app: visit.name } },
    template: templateOf(visit, {}),
  };
}

function templateOf({ plan, name }: Visit, annotations: Readonly<Record<string, string>>) {
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
