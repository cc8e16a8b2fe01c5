import type { ApprovalRule, RuleAction, RuleMatch } from '@kerf/application';
import { err, type FieldProblem, ok, type Result } from '@kerf/core';
import { toFieldProblems } from '../schema/to-field-problems.js';
import { parseDocuments } from '../text/parse-documents.js';
import { type ManifestRule, policyManifest } from './policy-schema.js';

/**
 * Reads the manifest of an approval policy, YAML or JSON.
 * @param owner who answers for standing approvals that name nobody
 * @returns what is wrong, with paths from `rules`
 */
export function readApprovalPolicy(
  text: string,
  owner: string,
): Result<readonly ApprovalRule[], readonly FieldProblem[]> {
  const documents = parseDocuments(text);
  if (!documents.ok) return refuse('manifest', documents.error.message);
  const [document, ...others] = documents.value;
  if (document === undefined || others.length > 0) {
    return refuse('manifest', 'must contain one document of kind ApprovalPolicy');
  }
  const [problem] = document.problems;
  if (problem !== undefined) return refuse('manifest', problem.message);
  const parsed = policyManifest.safeParse(document.value, { reportInput: true });
  if (parsed.success) return ok(parsed.data.spec.rules.map((rule) => toRule(rule, owner)));
  const problems = toFieldProblems(parsed.error);
  return err(problems.map(({ path, message }) => ({ path: toPath(path), message })));
}

const refuse = (path: string, message: string) => err([{ path, message }]);

/** `spec.rules.0.name` is `rules.0.name`, as the checks of the rules name it. */
function toPath(path: string): string {
  return path === '' || path === 'spec' ? 'manifest' : path.replace(/^spec[.]/, '');
}

function toRule(rule: ManifestRule, owner: string): ApprovalRule {
  const { name } = rule;
  const match = toMatch(rule.match);
  if (rule.action !== 'auto' || rule.until === undefined) {
    return { name, match, action: toAction(rule) };
  }
  const standing = { until: Date.parse(rule.until), owner: rule.owner ?? owner };
  return { name, match, action: toAction(rule), standing };
}

function toMatch({ savingPerHour, ...match }: ManifestRule['match']): RuleMatch {
  return savingPerHour === undefined ? match : { ...match, savingMicroUsdPerHour: savingPerHour };
}

function toAction(rule: ManifestRule): RuleAction {
  if (rule.action !== 'ask') return { kind: rule.action === 'auto' ? 'Auto' : 'Deny' };
  const { approvals, from, expiresAfter, remindAfter, escalate } = rule;
  return {
    kind: 'Ask',
    approvals,
    from,
    expiresAfterMs: expiresAfter ?? null,
    remindAfterMs: remindAfter ?? null,
    escalation: escalate === undefined ? null : { afterMs: escalate.after, to: escalate.to },
  };
}
