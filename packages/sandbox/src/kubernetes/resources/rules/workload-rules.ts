import { isEqual, type Json } from '../../json/json.js';

import { type FieldError, invalid, notSupported } from '../../schema/field-error.js';
import { matchesSelector } from '../../selectors/label-selector.js';
import { kinds } from '../kind.js';
import { validateLabels } from '../names.js';
import type { LabelSelector } from '../types/common.js';
import type { PodTemplate } from '../types/pod.js';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../types/workload.js';
import { defineRules } from './define-rules.js';
import { withTemplateDefaults } from './pod-defaults.js';
import { validatePodSpec } from './validate-pod-spec.js';

/** Fields common to Deployments, ReplicaSets, StatefulSets and DaemonSets. */
interface Workload {
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly replicas?: number;
  };
}

export const deploymentRules = defineRules(
  kinds.deployment,
  {
    setDefaults: withDeploymentDefaults,
    initialStatus: () => ({}),
    validate: validateWorkload,
    validateUpdate: validateSelectorUpdate,
  },
  { countsGenerations: true, keepsLabelsInStatus: true },
);

export const replicaSetRules = defineRules(
  kinds.replicaSet,
  {
    setDefaults: ({ spec, ...set }: ReplicaSet) => ({
      ...set,
      spec: {
        ...spec,
        replicas: spec.replicas ?? 1,
        template: withTemplateDefaults(spec.template),
      },
    }),
    initialStatus: () => ({ replicas: 0 }),
    validate: validateWorkload,
    validateUpdate: validateSelectorUpdate,
  },
  { countsGenerations: true },
);

export const statefulSetRules = defineRules(
  kinds.statefulSet,
  {
    setDefaults: withStatefulSetDefaults,
    initialStatus: () => ({ replicas: 0, availableReplicas: 0 }),
    validate: validateWorkload,
    validateUpdate: validateSelectorUpdate,
  },
  { countsGenerations: true },
);

export const daemonSetRules = defineRules(
  kinds.daemonSet,
  {
    setDefaults: withDaemonSetDefaults,
    initialStatus: () => ({
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    }),
    validate: validateWorkload,
    validateUpdate: validateSelectorUpdate,
  },
  { countsGenerations: true },
);

function withDeploymentDefaults({ spec, ...deployment }: Deployment): Deployment {
  const { type = 'RollingUpdate', rollingUpdate } = spec.strategy ?? {};
  const strategy =
    type === 'RollingUpdate'
      ? { type, rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%', ...rollingUpdate } }
      : { ...spec.strategy, type };
  return {
    ...deployment,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      template: withTemplateDefaults(spec.template),
      strategy,
      revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
      progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
    },
  };
}

function withStatefulSetDefaults({ spec, ...set }: StatefulSet): StatefulSet {
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  return {
    ...set,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      template: withTemplateDefaults(spec.template),
      podManagementPolicy: spec.podManagementPolicy ?? 'OrderedReady',
      updateStrategy:
        type === 'RollingUpdate'
          ? { type, rollingUpdate: { partition: 0, ...rollingUpdate } }
          : { type },
      revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    },
  };
}

function withDaemonSetDefaults({ spec, ...set }: DaemonSet): DaemonSet {
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  return {
    ...set,
    spec: {
      ...spec,
      template: withTemplateDefaults(spec.template),
      updateStrategy:
        type === 'RollingUpdate'
          ? { type, rollingUpdate: { maxUnavailable: 1, maxSurge: 0, ...rollingUpdate } }
          : { type },
      revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
    },
  };
}

function validateWorkload({ spec }: Workload): readonly FieldError[] {
  const { replicas = 0, selector, template } = spec;
  return [
    ...(replicas < 0
      ? [invalid('spec.replicas', replicas, 'must be greater than or equal to 0')]
      : []),
    ...validateTemplate(selector, template),
    ...validatePodSpec(template.spec, 'spec.template.spec'),
    ...validateRestartPolicy(template.spec.restartPolicy ?? 'Always'),
  ];
}

function validateTemplate(selector: LabelSelector, template: PodTemplate): readonly FieldError[] {
  const path = 'spec.template.metadata.labels';
  const labels = template.metadata?.labels ?? {};
  const isEmpty =
    Object.keys(selector.matchLabels ?? {}).length === 0 &&
    (selector.matchExpressions ?? []).length === 0;
  return [
    ...(isEmpty
      ? [
          invalid(
            'spec.selector',
            selectorJson(selector),
            'empty selector is invalid for deployment',
          ),
        ]
      : []),
    ...validateLabels(labels, path),
    ...(matchesSelector(selector, labels)
      ? []
      : [invalid(path, labels, '`selector` does not match template `labels`')]),
  ];
}

function validateRestartPolicy(restartPolicy: string): readonly FieldError[] {
  const path = 'spec.template.spec.restartPolicy';
  return restartPolicy === 'Always' ? [] : [notSupported(path, restartPolicy, ['Always'])];
}

function validateSelectorUpdate(next: Workload, current: Workload): readonly FieldError[] {
  const { selector } = next.spec;
  return isEqual(selectorJson(selector), selectorJson(current.spec.selector))
    ? []
    : [invalid('spec.selector', selectorJson(selector), 'field is immutable')];
}

function selectorJson(selector: LabelSelector): Json {
  return selector;
}
