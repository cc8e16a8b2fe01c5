import type { BudgetManifest, DefinitionFinding, ReadDefinition } from '@kerf/application';
import { disruptionReasons } from '@kerf/engine';
import { z } from 'zod';
import { createBudgetSchedule } from './budgets/budget-schedule.js';
import type { Draft } from './conversion/draft.js';
import { formatPath, type Path } from './findings/path.js';

type NodePoolReading = Extract<ReadDefinition, { readonly kind: 'NodePool' }>;

/** The values that allow no disruption, or the least. */
const closed: Readonly<Record<string, unknown>> = {
  consolidationPolicy: 'WhenEmpty',
  consolidateAfter: 'Never',
  budgets: [{ nodes: '0' }],
};
const noDisruption: BudgetManifest = { nodes: '0' };
const annotations = ['metadata', 'annotations'] as const;
const disruption = ['spec', 'disruption'] as const;
const budgets = [...disruption, 'budgets'] as const;

/**
 * Returns a refused NodePool with its readable fields, when only settings are unreadable that say
 * which nodes may be disrupted. Such fields allow no disruption, or the least; a budget that the schedule
 * calls unreadable stays as it is written. `null` if another field is unreadable.
 * @param draft as it was before it was read
 */
export function readLaunchable(
  draft: Draft,
  findings: readonly DefinitionFinding[],
  read: (draft: Draft) => ReadDefinition | null,
): ReadDefinition | null {
  const paths = findings.flatMap(({ severity, path }) => (severity === 'Error' ? [path] : []));
  const fork = draft.fork();
  if (!paths.every((path) => close(fork, path))) return null;
  const definition = read(fork);
  return definition?.kind === 'NodePool' ? withWrittenBudgets(definition, draft) : null;
}

/** Replaces the value at the path of an error; returns false if it says more than what is disrupted. */
function close(draft: Draft, path: string): boolean {
  const annotation = Object.keys(draft.object(annotations) ?? {}).find(
    (key) => formatPath([...annotations, key]) === path,
  );
  if (annotation !== undefined) {
    draft.remove([...annotations, annotation]);
    return true;
  }
  if (path === formatPath(disruption)) {
    draft.set(disruption, structuredClone(closed));
    return true;
  }
  const budget = draft.list(budgets).findIndex((_, index) => isBelow(path, [...budgets, index]));
  if (budget >= 0) {
    draft.set([...budgets, budget], noDisruption);
    return true;
  }
  return closeField(draft, path);
}

function closeField(draft: Draft, path: string): boolean {
  const names = [...Object.keys(draft.object(disruption) ?? {}), ...Object.keys(closed)];
  const field = names.find((name) => isBelow(path, [...disruption, name]));
  if (field === undefined) return false;
  if (Object.hasOwn(closed, field)) {
    draft.set([...disruption, field], structuredClone(closed[field]));
  } else {
    draft.remove([...disruption, field]);
  }
  return true;
}

function isBelow(path: string, parent: Path): boolean {
  const text = formatPath(parent);
  return path === text || path.startsWith(`${text}.`) || path.startsWith(`${text}[`);
}

/** Puts back what was written as a budget, if it allows no disruption because it is unreadable. */
function withWrittenBudgets(definition: NodePoolReading, draft: Draft): NodePoolReading {
  const { spec } = definition;
  const written = draft.list(budgets);
  const all = spec.disruption.budgets.map(
    (budget, index) => unreadableAt(written, index) ?? budget,
  );
  return { ...definition, spec: { ...spec, disruption: { ...spec.disruption, budgets: all } } };
}

const schedule = createBudgetSchedule();
const budgetText = z.string().max(256);
const writtenBudget = z.strictObject({
  nodes: budgetText,
  schedule: budgetText.exactOptional(),
  duration: budgetText.exactOptional(),
  reasons: z.array(z.enum(disruptionReasons)).max(50).exactOptional(),
});

function unreadableAt(written: readonly unknown[], index: number): BudgetManifest | null {
  const { success, data } = writtenBudget.safeParse(written[index]);
  return success && schedule.resolve(data, index, 0).state === 'Unreadable' ? data : null;
}
