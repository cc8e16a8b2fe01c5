import { nearestMissText } from '../../../lib/reasons/reason-sentence.js';
import { Stack } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { NamedPodLink } from '../../../ui/values/pod-link.js';
import { ReasonText } from '../../../ui/values/reason-text.js';
import type { SimulationResult } from './simulation.queries.js';

type UnplacedPod = SimulationResult['unplaced'][number];

interface UnplacedPodsProps {
  readonly pods: readonly UnplacedPod[];
  readonly clusterName: string;
}

/** Pods that would have no node, with the reasons; pods with the same reasons are one group. */
export function UnplacedPods({ pods, clusterName }: UnplacedPodsProps) {
  const groups = Map.groupBy(pods, ({ reasons, byNodePool }) =>
    JSON.stringify([reasons, byNodePool]),
  );
  return (
    <Stack>
      {[...groups].map(([key, group]) => (
        <Group key={key} pods={group} clusterName={clusterName} />
      ))}
    </Stack>
  );
}

function Group({ pods, clusterName }: UnplacedPodsProps) {
  const [first] = pods;
  if (first === undefined) return null;
  return (
    <Stack gap="xs">
      <ul>
        {pods.map(({ pod, from }) => (
          <li key={`${pod}${from}`}>
            <NamedPodLink clusterName={clusterName} pod={pod} />
            {from === null && ' (pending now)'}
          </li>
        ))}
      </ul>
      {first.reasons.map((reason) => (
        <p key={`${reason.code}${JSON.stringify(reason.data)}`}>
          <ReasonText reason={reason} />
        </p>
      ))}
      {first.byNodePool.length > 0 && (
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
          rows={first.byNodePool}
          rowKey={({ nodePool }) => nodePool}
        />
      )}
    </Stack>
  );
}
