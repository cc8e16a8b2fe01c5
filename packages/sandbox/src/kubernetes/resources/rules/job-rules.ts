import { isEqual } from '../../json/json.js';
import { type FieldError, invalid, notSupported } from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import type { Job } from '../types/workload.js';
import { defineRules } from './define-rules.js';
import { withTemplateDefaults } from './pod-defaults.js';
import { validatePodSpec } from './validate-pod-spec.js';

export const jobRules = defineRules(
  kinds.job,
  {
    setDefaults: withJobDefaults,
    admit: withGeneratedSelector,
    initialStatus: () => ({}),
    validate,
    validateUpdate: (next, current) =>
      isEqual(next.spec.template, current.spec.template)
        ? []
        : [invalid('spec.template', next.spec.template, 'field is immutable')],
    selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  },
  { countsGenerations: true, defaultPropagation: 'Orphan' },
);

function withJobDefaults({ spec, ...job }: Job): Job {
  const parallelism = spec.parallelism ?? 1;
  const runsOnce = spec.completions === undefined && spec.parallelism === undefined;
  const completions = spec.completions ?? (runsOnce ? 1 : undefined);
  return {
    ...job,
    spec: {
      ...spec,
      parallelism,
      ...(completions === undefined ? {} : { completions }),
      backoffLimit: spec.backoffLimit ?? 6,
      completionMode: spec.completionMode ?? 'NonIndexed',
      suspend: spec.suspend ?? false,
      podReplacementPolicy: spec.podReplacementPolicy ?? 'TerminatingOrFailed',
      manualSelector: spec.manualSelector ?? false,
      template: withTemplateDefaults(spec.template),
    },
  };
}

/** A Job selects its pods by its UID, unless the user set a selector. */
function withGeneratedSelector(job: Job): Job {
  const { spec } = job;
  if (spec.manualSelector === true) return job;
  const { uid, name } = job.metadata;
  const identity = { 'batch.kubernetes.io/controller-uid': uid, 'controller-uid': uid };
  const labels = {
    ...spec.template.metadata?.labels,
    ...identity,
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  };
  return {
    ...job,
    spec: {
      ...spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

const restartPolicies = ['OnFailure', 'Never'];

function validate({ spec }: Job): readonly FieldError[] {
  const { restartPolicy = 'Always' } = spec.template.spec;
  return [
    ...validatePodSpec(spec.template.spec, 'spec.template.spec'),
    ...(restartPolicies.includes(restartPolicy)
      ? []
      : [notSupported('spec.template.spec.restartPolicy', restartPolicy, restartPolicies)]),
  ];
}
