import type { FleetEventFieldsFragment } from '../../gql/graphql.js';
import { countOf } from '../../lib/format/quantity.js';
import type { ChartMark } from '../../ui/area-chart.js';

/** More lines than this hide the areas; the words say how many there were. */
const mostMarks = 60;

/** What happened, as lines across a chart and a sentence below it. */
export function toMarks(events: readonly FleetEventFieldsFragment[]): {
  readonly marks: readonly ChartMark[];
  readonly words: string;
} {
  const all = events.map(
    (event): ChartMark => ({
      id: `${event.at}${event.decisionId ?? ''}${event.interruptionId ?? ''}`,
      at: Date.parse(event.at),
      kind: event.interruptionId === null ? 'decision' : 'interruption',
    }),
  );
  const marks = all.filter((mark, index) => all.findIndex(({ id }) => id === mark.id) === index);
  if (marks.length === 0) return { marks, words: '' };
  const interruptions = marks.filter(({ kind }) => kind === 'interruption').length;
  const counts = [
    `${countOf(marks.length - interruptions, 'decision')} carried out (dotted)`,
    `${countOf(interruptions, 'warning')} of AWS (dashed)`,
  ].join(', ');
  const rest = marks.length > mostMarks ? `; the last ${mostMarks} are marked` : '';
  return { marks: marks.slice(0, mostMarks), words: `${counts}${rest}.` };
}
