import { forbidden } from '../../api/status.js';
import { isEqual, type JsonObject, withoutKeys } from '../../json/json.js';
import { withLimitDefaults } from '../../limits/limit-defaults.js';
import { type FieldError, forbidden as forbiddenField } from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import { qosClassOf } from '../pod-qos.js';
import type { ObjectLookup } from '../resource.js';
import type { Pod, PodSpec, Toleration } from '../types/pod.js';
import { defineRules } from './define-rules.js';
import { withPodSpecDefaults, withRequestsFromLimits } from './pod-defaults.js';
import { validatePodSpec } from './validate-pod-spec.js';

const subject = { group: '', plural: 'pods', kind: 'Pod' };

export const podRules = defineRules(
  kinds.pod,
  {
    setDefaults: withPodDefaults,
    admit: (pod, lookup) => withPriority(withTolerations(withLimitDefaults(pod, lookup)), lookup),
    initialStatus: (pod) => ({ phase: 'Pending', qosClass: qosClassOf(pod.spec) }),
    validate: (pod) => validatePodSpec(pod.spec, 'spec'),
    validateUpdate,
    gracePeriodSeconds,
    selectableFields: {
      'spec.nodeName': ({ spec }) => spec.nodeName,
      'spec.restartPolicy': ({ spec }) => spec.restartPolicy,
      'spec.schedulerName': ({ spec }) => spec.schedulerName,
      'spec.serviceAccountName': ({ spec }) => spec.serviceAccountName,
      'spec.hostNetwork': ({ spec }) => String(spec.hostNetwork ?? false),
      'status.phase': ({ status }) => status?.phase,
      'status.podIP': ({ status }) => status?.podIP,
      'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName,
    },
  },
  { countsGenerations: true, returnsDeleted: true },
);

function withPodDefaults(pod: Pod): Pod {
  const spec = withRequestsFromLimits(withPodSpecDefaults(pod.spec));
  return {
    ...pod,
    spec: {
      ...spec,
      serviceAccountName: spec.serviceAccountName ?? 'default',
      serviceAccount: spec.serviceAccountName ?? 'default',
      enableServiceLinks: spec.enableServiceLinks ?? true,
    },
  };
}

/**
 * Pods stay for five minutes on a node that is not ready or unreachable. Source:
 * DefaultTolerationSeconds.
 */
const defaultTolerations: readonly Toleration[] = ['not-ready', 'unreachable'].map((key) => ({
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

function withTolerations(pod: Pod): Pod {
  const { tolerations = [] } = pod.spec;
  const missing = defaultTolerations.filter(
    ({ key }) => !tolerations.some((toleration) => coversNoExecute(toleration, key)),
  );
  return { ...pod, spec: { ...pod.spec, tolerations: [...tolerations, ...missing] } };
}

function coversNoExecute(toleration: Toleration, key: string | undefined): boolean {
  const hasEffect = toleration.effect === undefined || toleration.effect === 'NoExecute';
  return hasEffect && (toleration.key === key || toleration.key === undefined);
}

function withPriority(pod: Pod, lookup: ObjectLookup): Pod {
  const { priorityClassName } = pod.spec;
  const found =
    priorityClassName === undefined
      ? lookup.list(kinds.priorityClass).find(({ globalDefault }) => globalDefault === true)
      : lookup.find(kinds.priorityClass, undefined, priorityClassName);
  if (priorityClassName !== undefined && (found ?? null) === null) {
    const why = `no PriorityClass with name ${priorityClassName} was found`;
    throw forbidden(subject, pod.metadata.name, why);
  }
  return {
    ...pod,
    spec: {
      ...pod.spec,
      priority: found?.value ?? 0,
      preemptionPolicy: found?.preemptionPolicy ?? 'PreemptLowerPriority',
    },
  };
}

function gracePeriodSeconds(pod: Pod, requested: number | undefined): number {
  const isOver = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
  if (pod.spec.nodeName === undefined || isOver) return 0;
  return requested ?? pod.spec.terminationGracePeriodSeconds ?? 30;
}

const immutable =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function validateUpdate(next: Pod, current: Pod): readonly FieldError[] {
  const isGated = (current.spec.schedulingGates ?? []).length > 0;
  const hasNewGate = (next.spec.schedulingGates ?? []).some(
    ({ name }) => !(current.spec.schedulingGates ?? []).some((gate) => gate.name === name),
  );
  const hasFewerTolerations = (current.spec.tolerations ?? []).some(
    (toleration) => !(next.spec.tolerations ?? []).some((other) => isEqual(other, toleration)),
  );
  return [
    ...(hasNewGate
      ? [
          forbiddenField(
            'spec.schedulingGates',
            'only deletion is allowed, but found new scheduling gate',
          ),
        ]
      : []),
    ...(hasFewerTolerations ||
    !isEqual(fixedPart(next.spec, isGated), fixedPart(current.spec, isGated))
      ? [forbiddenField('spec', immutable)]
      : []),
  ];
}

const changeable = new Set(['activeDeadlineSeconds', 'tolerations', 'schedulingGates']);
const changeableWhileGated = new Set([...changeable, 'nodeSelector', 'affinity']);
const image = new Set(['image']);

/** Returns the immutable part of a spec. The placement of a gated pod may still be narrowed. */
function fixedPart(spec: PodSpec, isGated: boolean): JsonObject {
  return {
    ...withoutKeys(spec, isGated ? changeableWhileGated : changeable),
    containers: spec.containers.map((container) => withoutKeys(container, image)),
    initContainers: (spec.initContainers ?? []).map((container) => withoutKeys(container, image)),
  };
}
