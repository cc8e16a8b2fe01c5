import type { DecisionSummaryFieldsFragment } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import { outcomeLook, type StateLook } from '../../ui/states.js';

type Summary = Pick<DecisionSummaryFieldsFragment, 'kind' | 'state' | 'progress' | 'outcome'>;

/** Returns the state as a badge, also blocked or retrying while the decision is executed. */
export function decisionLook({ state, progress, outcome }: Summary): StateLook {
  const look = outcomeLook({ state, outcome });
  if (progress === null) return look;
  if (progress.failures.length > 0) return { word: 'Retrying', tone: 'attention', icon: 'alert' };
  return progress.waitingFor.length > 0
    ? { word: 'Blocked', tone: 'attention', icon: 'hourglass' }
    : look;
}

/** "2 of 7 nodes removed: 4 draining, 1 terminating"; absent unless the decision is being executed. */
export function progressSentence({ kind, progress }: Summary): string | undefined {
  if (progress === null) return undefined;
  const { done, total, phases } = progress;
  const end = kind === 'PROVISION' ? 'Ready' : 'Gone';
  const others = phases
    .filter(({ phase }) => phase !== end)
    .map(({ phase, count }) => `${count} ${phase.toLowerCase()}`);
  const nodes = `${done} of ${countOf(total, 'node')}`;
  const where = others.length === 0 ? '' : `: ${others.join(', ')}`;
  return `${nodes} ${kind === 'PROVISION' ? 'ready' : 'removed'}${where}`;
}
