import type { ManifestContext } from '@kerf/application';
import { type Draft, refuseConflict } from './draft.js';

import { flagRetiredAnnotations, renameLabels } from './labels.js';
import { completeNodeClassRef } from './node-class-ref.js';

const limitsPath = ['spec', 'limits'] as const;
const policyPath = ['spec', 'disruption', 'consolidationPolicy'] as const;

/** Converts a NodePool of v1beta1, or with older field names, to v1. */
export function convertNodePool(draft: Draft, context: ManifestContext): void {
  liftLimits(draft);
  writeLimitsAsText(draft);
  renameConsolidationPolicy(draft);
  moveExpireAfter(draft);
  completeNodeClassRef(draft, context);
  renameLabels(draft);
  flagRetiredAnnotations(draft);
}

function liftLimits(draft: Draft): void {
  const path = [...limitsPath, 'resources'];
  const resources = draft.object(path);
  if (resources === null) return;
  for (const [name, amount] of Object.entries(resources)) {
    const stated = draft.get([...limitsPath, name]);
    if (stated !== undefined && stated !== amount) {
      refuseConflict(draft, [...path, name], `spec.limits.${name}`);
      continue;
    }
    draft.findings.add({
      code: 'LIMITS_LIFTED',
      path: [...path, name],
      message: 'limits have no `resources` level in v1; its fields were moved up',
      found: amount,
      became: `spec.limits.${name}: ${JSON.stringify(amount)}`,
    });
    draft.set([...limitsPath, name], amount);
  }
  draft.remove(path);
}

/** Unquoted whole numbers are valid quantities; they are converted to text. */
function writeLimitsAsText(draft: Draft): void {
  for (const [name, amount] of Object.entries(draft.object(limitsPath) ?? {})) {
    if (Number.isSafeInteger(amount)) draft.set([...limitsPath, name], String(amount));
  }
}

function renameConsolidationPolicy(draft: Draft): void {
  if (draft.get(policyPath) !== 'WhenUnderutilized') return;
  draft.set(policyPath, 'WhenEmptyOrUnderutilized');
  draft.findings.add({
    code: 'CONSOLIDATION_POLICY_RENAMED',
    path: policyPath,
    message: 'the policy has another name in v1',
    found: 'WhenUnderutilized',
    became: 'WhenEmptyOrUnderutilized',
  });
}

function moveExpireAfter(draft: Draft): void {
  const from = ['spec', 'disruption', 'expireAfter'];
  const to = ['spec', 'template', 'spec', 'expireAfter'];
  const found = draft.get(from);
  if (found === undefined || draft.object(to.slice(0, -1)) === null) return;
  if (![undefined, found].includes(draft.get(to))) {
    refuseConflict(draft, from, to.join('.'));
    return;
  }
  draft.remove(from);
  draft.set(to, found);
  draft.findings.add({
    code: 'EXPIRE_AFTER_MOVED',
    path: from,
    message:
      'expireAfter belongs to the template in v1. Note that expiration is forceful in v1: an expired node is drained immediately, and disruption budgets do not apply',
    found,
    became: 'spec.template.spec.expireAfter',
  });
}
