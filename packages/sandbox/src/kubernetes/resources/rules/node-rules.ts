import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  itemPath,
  notSupported,
} from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import { validateLabelValue, validateQualifiedName } from '../names.js';
import type { Node, Taint } from '../types/node.js';
import { defineRules } from './define-rules.js';

/**
 * Keeps pods off a node until its kubelet reports that it is ready. Source: TaintNodesByCondition.
 */
const notReadyTaint: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const nodeRules = defineRules(kinds.node, {
  setDefaults: (node) => ({ ...node, spec: node.spec ?? {} }),
  admit: withNotReadyTaint,
  initialStatus: ({ status }) => status,
  validate: ({ spec }) => validateTaints(spec.taints ?? []),
  validateUpdate: validateProviderId,
  selectableFields: { 'spec.unschedulable': ({ spec }) => String(spec.unschedulable ?? false) },
});

function withNotReadyTaint(node: Node): Node {
  const taints = node.spec.taints ?? [];
  const isTainted = taints.some(({ key, effect }) => isSameTaint({ key, effect }, notReadyTaint));
  if (isTainted) return node;
  return { ...node, spec: { ...node.spec, taints: [...taints, notReadyTaint] } };
}

function isSameTaint(left: Taint, right: Taint): boolean {
  return left.key === right.key && left.effect === right.effect;
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** The path is that of a real server, which reports `metadata` for fields of `spec`. */
function validateTaints(taints: readonly Taint[]): readonly FieldError[] {
  return taints.flatMap((taint, index) => {
    const path = itemPath('metadata.taints', index);
    const wrongKey = validateQualifiedName(taint.key);
    const wrongValue = validateLabelValue(taint.value ?? '');
    const isRepeated = taints.findIndex((other) => isSameTaint(other, taint)) !== index;
    return [
      ...(wrongKey === null ? [] : [invalid(`${path}.key`, taint.key, wrongKey)]),
      ...(wrongValue === null ? [] : [invalid(`${path}.value`, taint.value, wrongValue)]),
      ...(effects.includes(taint.effect)
        ? []
        : [notSupported(`${path}.effect`, taint.effect, effects)]),
      ...(isRepeated ? [duplicate(path, taint)] : []),
    ];
  });
}

function validateProviderId(next: Node, current: Node): readonly FieldError[] {
  const before = current.spec.providerID ?? '';
  const isChanged = before !== '' && next.spec.providerID !== before;
  return isChanged
    ? [
        forbidden(
          'spec.providerID',
          'node updates may not change providerID except from "" to valid',
        ),
      ]
    : [];
}
