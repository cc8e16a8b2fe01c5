import { formatSelector } from '../../selectors/label-selector.js';
import { ageOf, humanDuration } from '../human-duration.js';
import { kinds } from '../kind.js';
import type { Column } from '../resource.js';
import type { PodTemplate } from '../types/pod.js';
import type { Job } from '../types/workload.js';
import { ageColumn, columnsOf, nameColumn } from './define-columns.js';

const deployment = columnsOf(kinds.deployment);
const replicaSet = columnsOf(kinds.replicaSet);
const statefulSet = columnsOf(kinds.statefulSet);
const daemonSet = columnsOf(kinds.daemonSet);
const job = columnsOf(kinds.job);
const budget = columnsOf(kinds.podDisruptionBudget);

export const deploymentColumns: readonly Column[] = [
  nameColumn,
  deployment.text(
    'Ready',
    ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  ),
  deployment.integer('Up-to-date', ({ status }) => status?.updatedReplicas ?? 0),
  deployment.integer('Available', ({ status }) => status?.availableReplicas ?? 0),
  ageColumn,
  deployment.wide('Containers', ({ spec }) => namesIn(spec.template)),
  deployment.wide('Images', ({ spec }) => imagesIn(spec.template)),
  deployment.wide('Selector', ({ spec }) => formatSelector(spec.selector)),
];

export const replicaSetColumns: readonly Column[] = [
  nameColumn,
  replicaSet.integer('Desired', ({ spec }) => spec.replicas ?? 0),
  replicaSet.integer('Current', ({ status }) => status?.replicas ?? 0),
  replicaSet.integer('Ready', ({ status }) => status?.readyReplicas ?? 0),
  ageColumn,
  replicaSet.wide('Containers', ({ spec }) => namesIn(spec.template)),
  replicaSet.wide('Images', ({ spec }) => imagesIn(spec.template)),
  replicaSet.wide('Selector', ({ spec }) => formatSelector(spec.selector)),
];

export const statefulSetColumns: readonly Column[] = [
  nameColumn,
  statefulSet.text(
    'Ready',
    ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  ),
  ageColumn,
  statefulSet.wide('Containers', ({ spec }) => namesIn(spec.template)),
  statefulSet.wide('Images', ({ spec }) => imagesIn(spec.template)),
];

export const daemonSetColumns: readonly Column[] = [
  nameColumn,
  daemonSet.integer('Desired', ({ status }) => status?.desiredNumberScheduled ?? 0),
  daemonSet.integer('Current', ({ status }) => status?.currentNumberScheduled ?? 0),
  daemonSet.integer('Ready', ({ status }) => status?.numberReady ?? 0),
  daemonSet.integer('Up-to-date', ({ status }) => status?.updatedNumberScheduled ?? 0),
  daemonSet.integer('Available', ({ status }) => status?.numberAvailable ?? 0),
  daemonSet.text('Node Selector', ({ spec }) =>
    formatSelector({ matchLabels: spec.template.spec.nodeSelector ?? {} }),
  ),
  ageColumn,
  daemonSet.wide('Containers', ({ spec }) => namesIn(spec.template)),
  daemonSet.wide('Images', ({ spec }) => imagesIn(spec.template)),
  daemonSet.wide('Selector', ({ spec }) => formatSelector(spec.selector)),
];

export const jobColumns: readonly Column[] = [
  nameColumn,
  job.text('Status', jobStatusText),
  job.text('Completions', ({ spec, status }) => {
    const succeeded = status?.succeeded ?? 0;
    if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
    const parallelism = spec.parallelism ?? 1;
    return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
  }),
  job.text('Duration', ({ status }, now) => {
    if (status?.startTime === undefined) return '';
    return status.completionTime === undefined
      ? ageOf(status.startTime, now)
      : humanDuration(Date.parse(status.completionTime) - Date.parse(status.startTime));
  }),
  ageColumn,
  job.wide('Containers', ({ spec }) => namesIn(spec.template)),
  job.wide('Images', ({ spec }) => imagesIn(spec.template)),
  job.wide('Selector', ({ spec }) => formatSelector(spec.selector)),
];

export const podDisruptionBudgetColumns: readonly Column[] = [
  nameColumn,
  budget.text('Min Available', ({ spec }) => String(spec.minAvailable ?? 'N/A')),
  budget.text('Max Unavailable', ({ spec }) => String(spec.maxUnavailable ?? 'N/A')),
  budget.integer('Allowed Disruptions', ({ status }) => status?.disruptionsAllowed ?? 0),
  ageColumn,
];

function jobStatusText({ status }: Job): string {
  const isTrue = (type: string): boolean =>
    status?.conditions?.some(
      (condition) => condition.type === type && condition.status === 'True',
    ) ?? false;
  return ['Complete', 'Failed', 'Suspended'].find(isTrue) ?? 'Running';
}

function namesIn(template: PodTemplate): string {
  return template.spec.containers.map(({ name }) => name).join(',');
}

function imagesIn(template: PodTemplate): string {
  return template.spec.containers.map(({ image }) => image ?? '').join(',');
}
