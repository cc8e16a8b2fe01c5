import { countOf } from '@kerf/core';
import { nearestMissText } from '../../../lib/reasons/reason-sentence.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { PodLink } from '../../../ui/values/pod-link.js';
import { ReasonText } from '../../../ui/values/reason-text.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { Disclosure } from './disclosure.js';
import classes from './plan.module.css';

export interface UnschedulablePodsProps {
  readonly pods: readonly UnschedulablePod[];
  readonly clusterName: string;
}

/** Unschedulable pods of the batch: queue position, reasons, and the nearest NodePool. */
export function UnschedulablePods({ pods, clusterName }: UnschedulablePodsProps) {
  return toUnschedulableGroups(pods).map((group) => (
    <div key={group.queue.first} className={classes['claim']}>
      <p className="dimmed">
        {queueWords(group)}, last evaluated <RelativeTime at={group.evaluatedAt} />
      </p>
      {group.reasons.map((reason) => (
        <p key={`${reason.code}${JSON.stringify(reason.data)}`}>
          <ReasonText reason={reason} />
        </p>
      ))}
      {group.mismatches.length > 0 && <MismatchTable mismatches={group.mismatches} />}
      <Disclosure summary={countOf(group.pods.length, 'pod')} startsOpen={group.pods.length === 1}>
        <ul>
          {group.pods.map(({ uid, namespace, name, owner }) => (
            <li key={uid}>
              <PodLink clusterName={clusterName} namespace={namespace} name={name} />{' '}
              <span className="dimmed">{owner}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  ));
}

const queueWords = ({ queue: { first, last } }: UnschedulableGroup): string =>
  first === last ? `#${first} in the queue` : `#${first} to #${last} in the queue`;

function MismatchTable({ mismatches }: Pick<UnschedulableGroup, 'mismatches'>) {
  return (
    <SimpleTable
      caption="Reason by NodePool, nearest first"
      columns={[
        { header: 'NodePool', renderCell: ({ nodePool }) => nodePool },
        {
          header: 'Reason',
          renderCell: ({ reason }) => <ReasonText reason={reason} />,
        },
        {
          header: 'Nearest type',
          renderCell: ({ nearest }) => nearest && nearestMissText(nearest),
        },
      ]}
      rows={mismatches}
      rowKey={({ nodePool }) => nodePool}
    />
  );
}

export type UnschedulablePod = DecisionDetails['unschedulable'][number];
type NodePoolMismatch = UnschedulablePod['byNodePool'][number];

/** Unschedulable pods with the same reasons, mostly replicas of one owner. */
interface UnschedulableGroup {
  readonly pods: readonly UnschedulablePod['pod'][];
  readonly reasons: UnschedulablePod['reasons'];
  /** The nearest NodePool first. */
  readonly mismatches: readonly NodePoolMismatch[];
  /** First and last position in the queue, from 1. */
  readonly queue: { readonly first: number; readonly last: number };
  readonly evaluatedAt: string;
}

/** Groups unschedulable pods by reasons, in queue order. */
export function toUnschedulableGroups(
  pods: readonly UnschedulablePod[],
): readonly UnschedulableGroup[] {
  const groups = Map.groupBy(
    pods.toSorted((a, b) => a.queuePosition - b.queuePosition),
    ({ reasons, byNodePool }) => JSON.stringify([reasons, byNodePool]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      pods: group.map(({ pod }) => pod),
      reasons: first.reasons,
      mismatches: first.byNodePool,
      queue: { first: first.queuePosition, last: group.at(-1)?.queuePosition ?? 0 },
      evaluatedAt: first.evaluatedAt,
    };
  });
}
