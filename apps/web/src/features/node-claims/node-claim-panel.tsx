import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NodeClaimFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { describeReason } from '../../lib/reasons/reason-sentence.js';
import { nodeClaimLooks } from '../../lib/states.js';
import { Empty } from '../../ui/empty.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { Money } from '../../ui/money.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SidePanel } from '../../ui/side-panel.js';
import { StateBadge } from '../../ui/state-badge.js';
import { nodeClaimQuery } from './node-claims.queries.js';

export interface NodeClaimPanelProps {
  readonly id: string;
  readonly onOpenNode: (name: string) => void;
  readonly onClose: () => void;
}

/** One NodeClaim, beside the table. */
export function NodeClaimPanel({ id, onOpenNode, onClose }: NodeClaimPanelProps) {
  const query = useQuery(nodeClaimQuery(id));
  const claim = query.data;
  return (
    <SidePanel
      id={id}
      title={claim?.name ?? id}
      titleAside={claim && <StateBadge look={nodeClaimLooks[claim.state]} />}
      onClose={onClose}
    >
      <Loaded query={query} action="read the NodeClaim">
        {(data) => {
          if (data === undefined) return <p className="dimmed">Reading the NodeClaim…</p>;
          if (data === null) return <Empty title="There is no such NodeClaim (any more)" />;
          return <ClaimSections claim={data} onOpenNode={onOpenNode} />;
        }}
      </Loaded>
    </SidePanel>
  );
}

interface ClaimSectionsProps {
  readonly claim: NodeClaimFieldsFragment;
  readonly onOpenNode: (name: string) => void;
}

function ClaimSections({ claim, onOpenNode }: ClaimSectionsProps) {
  const { failure, termination, nodeName } = claim;
  return (
    <>
      {failure !== null && (
        <Notice tone="broken">
          {describeReason(failure).sentence}. {describeReason(failure).change}
        </Notice>
      )}
      {termination !== null && (
        <Notice tone="active">
          {termination.reason}: {termination.step} since <RelativeTime at={termination.startedAt} />
          {termination.waitingFor !== null && `; waits for ${termination.waitingFor}`}
          {termination.deadline !== null && (
            <>
              ; ends whatever its pods say <RelativeTime at={termination.deadline} />
            </>
          )}
        </Notice>
      )}
      <Section title="Life-cycle">
        <Facts
          items={[
            ['Requested', <RelativeTime key="r" at={claim.requestedAt} />],
            ['Launched', timeOf(claim.launchedAt)],
            ['Registered', timeOf(claim.registeredAt)],
            ['Initialized', timeOf(claim.initializedAt)],
            ['Terminated', claim.terminatedAt === null ? null : timeOf(claim.terminatedAt)],
            [
              'Decision',
              claim.decisionId === null ? (
                'none: it was adopted from the cluster'
              ) : (
                <Link key="d" to="/decisions/$id" params={{ id: claim.decisionId }}>
                  {claim.decisionId}
                </Link>
              ),
            ],
          ]}
        />
      </Section>
      <Section title="Instance">
        <Facts
          items={[
            [
              'Node',
              nodeName === null ? null : (
                <a
                  key="n"
                  href={`?node=${encodeURIComponent(nodeName)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onOpenNode(nodeName);
                  }}
                >
                  {nodeName}
                </a>
              ),
            ],
            ['Type', claim.instanceType],
            ['Zone', claim.zone],
            [
              'Capacity',
              claim.capacityType === null ? null : capacityTypeWords[claim.capacityType],
            ],
            [
              'Price at launch',
              claim.launchedAt === null ? null : (
                <Money key="p" microUsd={toMicroUsdOrNull(claim.price)} />
              ),
            ],
            [
              'Instance',
              claim.instanceId === null ? null : <code key="i">{claim.instanceId}</code>,
            ],
            ['Image', claim.imageId === null ? null : <code key="m">{claim.imageId}</code>],
            ['Pool', claim.nodePool],
            ['Node class', claim.nodeClass],
          ]}
        />
      </Section>
    </>
  );
}

const timeOf = (at: string | null) => (at === null ? 'not yet' : <RelativeTime at={at} />);
