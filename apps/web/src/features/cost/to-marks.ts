import type { FleetEventFieldsFragment } from '../../gql/graphql.js';
import type { ChartMark } from '../../ui/charts/area-chart.js';
import type { Kind } from './cost-text.js';
import { countText } from './cost-text.js';

export interface MarkLegend {
  readonly kind: ChartMark['kind'];
  readonly text: string;
}

export interface MarkRange {
  readonly from: number;
  readonly to: number;
  /** Maximum number of marks side by side. */
  readonly maxMarks: number;
}

export interface Marks {
  /** Oldest first. */
  readonly marks: readonly ChartMark[];
  /** The kinds of marks, with the number of events. */
  readonly legend: readonly MarkLegend[];
}

const kinds = ['decision', 'failure', 'interruption'] as const satisfies readonly Kind[];

/** Returns events as marks of a chart of this range; overlapping marks are merged. */
export function toMarks(
  events: readonly FleetEventFieldsFragment[],
  { from, to, maxMarks }: MarkRange,
): Marks {
  const widthMs = Math.max(1, (to - from) / maxMarks);
  const shown = events
    .map((event) => ({ at: Date.parse(event.at), kind: kindOf(event) }))
    .filter(({ at }) => at >= from && at <= to);
  const groups = Map.groupBy(shown, ({ at, kind }) => `${kind}-${Math.floor(at / widthMs)}`);
  const marks = [...groups].flatMap(([id, group]): readonly ChartMark[] => {
    const first = group.reduce((a, b) => (a.at <= b.at ? a : b));
    const label = countText[first.kind](group.length);
    return [{ id, at: first.at, kind: first.kind, label }];
  });
  return {
    marks: marks.toSorted((a, b) => a.at - b.at),
    legend: kinds.flatMap((kind) => {
      const count = shown.filter((event) => event.kind === kind).length;
      return count === 0 ? [] : [{ kind, text: countText[kind](count) }];
    }),
  };
}

function kindOf({ interruptionId, decisionEvent }: FleetEventFieldsFragment): Kind {
  if (interruptionId !== null) return 'interruption';
  return decisionEvent === 'Failed' ? 'failure' : 'decision';
}
