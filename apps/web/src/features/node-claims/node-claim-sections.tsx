import { Link } from '@tanstack/react-router';
import type { NodeClaimFieldsFragment } from '../../gql/graphql.js';
import { toMicroUsdOrNull } from '../../lib/format/money.js';
import { capacityTypeWords, terminationReasonWords } from '../../lib/format/words.js';
import {
  rebootStepWords,
  rebootTones,
  terminationStepWords,
} from '../../ui/badges/state-badges.js';
import { DriftNotice } from '../../ui/feedback/drift-notice.js';
import { Notice } from '../../ui/feedback/notice.js';
import { OperationFailures } from '../../ui/feedback/operation-failures.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section } from '../../ui/layout/layout.js';
import { Money } from '../../ui/values/money.js';
import { NodePoolName } from '../../ui/values/node-pool-name.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { AwsResource } from '../aws/aws-resource.js';
import { ObjectIncidents } from '../incidents/object-incidents.js';

export interface NodeClaimSectionsProps {
  readonly claim: NodeClaimFieldsFragment;
  /** Absent while its name is not loaded. */
  readonly clusterName: string | undefined;
}

/** Details of one NodeClaim: beside a table, or on its full page. */
export function NodeClaimSections({ claim, clusterName }: NodeClaimSectionsProps) {
  const { nodeName } = claim;
  return (
    <>
      <ObjectIncidents clusterId={claim.clusterId} objects={[`NodeClaim/${claim.name}`]} />
      <NodeClaimNotices claim={claim} />
      <Section title="Lifecycle">
        <DescriptionList
          items={[
            ['Requested', <RelativeTime key="r" at={claim.requestedAt} />],
            ['Launched', timeOf(claim.launchedAt)],
            ['Registered', timeOf(claim.registeredAt)],
            ['Initialized', timeOf(claim.initializedAt)],
            ['Terminated', claim.terminatedAt === null ? null : timeOf(claim.terminatedAt)],
            [
              'Decision',
              claim.decisionId === null ? (
                'None: adopted from the cluster'
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
        <DescriptionList
          items={[
            [
              'Node',
              nodeName === null || clusterName === undefined ? (
                nodeName
              ) : (
                <Link
                  key="n"
                  to="/clusters/$name/nodes/$node"
                  params={{ name: clusterName, node: nodeName }}
                >
                  {nodeName}
                </Link>
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
              'Instance ID',
              claim.instanceId === null ? null : (
                <AwsResource key="i" id={claim.instanceId} clusterName={clusterName} />
              ),
            ],
            [
              'AMI',
              claim.imageId === null ? null : (
                <AwsResource key="m" id={claim.imageId} clusterName={clusterName} />
              ),
            ],
            ['NodePool', <NodePoolName key="pool" name={claim.nodePool} />],
            ['EC2NodeClass', claim.nodeClass],
          ]}
        />
      </Section>
    </>
  );
}

function NodeClaimNotices({ claim }: { readonly claim: NodeClaimFieldsFragment }) {
  const { drift, failure, reboot, termination } = claim;
  return (
    <>
      {failure !== null && (
        <Notice tone="broken">
          {failure.message}. {failure.remedy}
        </Notice>
      )}
      {termination !== null && (
        <Notice tone="active">
          {terminationReasonWords(termination.reason)}: {terminationStepWords[termination.step]},
          started <RelativeTime at={termination.startedAt} />
          {termination.waitingFor !== null && `; waiting for ${termination.waitingFor}`}
          {termination.deadline !== null && (
            <>
              ; remaining pods are deleted <RelativeTime at={termination.deadline} />
            </>
          )}
        </Notice>
      )}
      {reboot !== null && <RebootNotice reboot={reboot} />}
      {drift !== null && termination === null && <DriftNotice drift={drift} />}
      <OperationFailures failures={claim.failures} />
    </>
  );
}

function RebootNotice({
  reboot: { step, cause, stepAt, failure },
}: {
  readonly reboot: NonNullable<NodeClaimFieldsFragment['reboot']>;
}) {
  return (
    <Notice tone={rebootTones[step]}>
      Reboot for {cause}: {rebootStepWords[step]}, <RelativeTime at={stepAt} />
      {failure !== null && `; ${failure}`}
    </Notice>
  );
}

const timeOf = (at: string | null) => (at === null ? 'not yet' : <RelativeTime at={at} />);
