import { countOf } from '../../lib/format/quantity.js';
import { nearestWords } from '../../lib/reasons/nearest-words.js';
import { ReasonText } from '../../ui/reason-text.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SimpleTable } from '../../ui/simple-table.js';
import classes from './decision-page.module.css';
import { Fold } from './fold.js';
import { toWaitingGroups, type UnschedulablePod, type WaitingGroup } from './to-left-waiting.js';

/** Unschedulable pods of the batch: queue position, reasons, and the nearest NodePool. */
export function LeftWaiting({ pods }: { readonly pods: readonly UnschedulablePod[] }) {
  return toWaitingGroups(pods).map((group) => (
    <div key={group.queue.first} className={classes['claim']}>
      <p className="dimmed">
        {queueWords(group)}, last evaluated <RelativeTime at={group.evaluatedAt} />
      </p>
      {group.reasons.map((reason) => (
        <p key={`${reason.code}${JSON.stringify(reason.data)}`}>
          <ReasonText reason={reason} />
        </p>
      ))}
      {group.misses.length > 0 && <Misses misses={group.misses} />}
      <Fold summary={countOf(group.pods.length, 'pod')} startsOpen={group.pods.length === 1}>
        <ul>
          {group.pods.map(({ uid, namespace, name, owner }) => (
            <li key={uid}>
              {namespace !== '' && <span className="dimmed">{namespace}/</span>}
              {name} <span className="dimmed">{owner}</span>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  ));
}

const queueWords = ({ queue: { first, last } }: WaitingGroup): string =>
  first === last ? `#${first} in the queue` : `#${first} to #${last} in the queue`;

function Misses({ misses }: Pick<WaitingGroup, 'misses'>) {
  return (
    <SimpleTable
      caption="Reason by NodePool, nearest first"
      columns={[
        { header: 'NodePool', renderCell: ({ nodePool }) => nodePool },
        {
          header: 'Reason',
          renderCell: ({ nodePool, reason }) => <ReasonText reason={reason} nodePool={nodePool} />,
        },
        { header: 'Nearest type', renderCell: ({ nearest }) => nearest && nearestWords(nearest) },
      ]}
      rows={misses}
      rowKey={({ nodePool }) => nodePool}
    />
  );
}
