import { formatCount, joinWords } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { NodeClassDetailsQuery } from '../../../gql/graphql.js';
import { Badge } from '../../../ui/badges/badge.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Section, Stack } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { AwsResource } from '../../aws/aws-resource.js';
import { DefinitionActions } from '../definition-actions.js';
import { managerText } from '../definitions-text.js';

type NodeClassDetails = NonNullable<NodeClassDetailsQuery['nodeClass']>;

export interface NodeClassStatusProps {
  readonly nodeClass: NodeClassDetails;
  readonly onDeleted: () => void;
}

/** The resolved subnets, AMIs and security groups of an EC2NodeClass. */
export function NodeClassStatus({ nodeClass, onDeleted }: NodeClassStatusProps) {
  const { problems, nodePools } = nodeClass;
  return (
    <>
      {problems.length > 0 && (
        <Stack gap="xs">
          {problems.map(({ condition, reason, message }) => (
            <Notice key={`${condition}${reason}`} tone="broken">
              {message} <span title="condition and reason">({`${condition}: ${reason}`})</span>
            </Notice>
          ))}
        </Stack>
      )}
      <DefinitionActions
        kind="EC2NodeClass"
        definition={nodeClass}
        consequence={
          nodePools.length === 0
            ? 'No NodePool uses it.'
            : `Without it, no nodes can be launched for ${nodePools.length === 1 ? 'NodePool' : 'NodePools'} ${joinWords(nodePools)}.`
        }
        onDeleted={onDeleted}
      />
      <Section title="Subnets">
        <Subnets nodeClass={nodeClass} />
      </Section>
      <Section title="AMIs">
        <Images nodeClass={nodeClass} />
      </Section>
      <Section title="Security groups">
        {nodeClass.securityGroups.length === 0 ? (
          <p className="dimmed">No security groups found.</p>
        ) : (
          <ul>
            {nodeClass.securityGroups.map(({ id, name }) => (
              <li key={id}>
                <AwsResource id={id} clusterName={nodeClass.clusterName} /> {name}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Settings">
        <DescriptionList
          items={[
            ['AMI family', nodeClass.amiFamily ?? 'from alias'],
            ['Instance profile', nodeClass.instanceProfile],
            [
              'Used by',
              nodePools.length === 0
                ? 'No NodePool'
                : nodePools.map((name) => (
                    <span key={name}>
                      <Link to="/node-pools" search={{ open: `${nodeClass.clusterName}/${name}` }}>
                        {name}
                      </Link>{' '}
                    </span>
                  )),
            ],
            ['Cluster', nodeClass.clusterName],
            ['Managed in', nodeClass.source === 'API' ? 'Kerf' : 'the cluster'],
            ['Managed by', nodeClass.managedBy && managerText(nodeClass.managedBy)],
            [
              'Resolved',
              nodeClass.resolvedAt === null ? (
                'never'
              ) : (
                <RelativeTime key="resolved" at={nodeClass.resolvedAt} />
              ),
            ],
            ['Changed', <RelativeTime key="changed" at={nodeClass.updatedAt} />],
          ]}
        />
      </Section>
    </>
  );
}

function Subnets({ nodeClass }: { readonly nodeClass: NodeClassDetails }) {
  if (nodeClass.subnets.length === 0) return <p className="dimmed">No subnets found.</p>;
  return (
    <SimpleTable
      caption="Subnets of the EC2NodeClass"
      columns={[
        {
          header: 'Subnet',
          renderCell: ({ id }) => <AwsResource id={id} clusterName={nodeClass.clusterName} />,
        },
        { header: 'Zone', renderCell: ({ zone }) => zone },
        { header: 'Zone ID', renderCell: ({ zoneId }) => zoneId },
        {
          header: 'Free addresses',
          isNumeric: true,
          renderCell: ({ freeAddresses }) => formatCount(freeAddresses),
        },
      ]}
      rows={nodeClass.subnets}
      rowKey={({ id }) => id}
    />
  );
}

function Images({ nodeClass }: { readonly nodeClass: NodeClassDetails }) {
  if (nodeClass.images.length === 0) return <p className="dimmed">No AMIs found.</p>;
  return (
    <SimpleTable
      caption="AMIs of the EC2NodeClass"
      columns={[
        {
          header: 'AMI',
          renderCell: ({ id, name }) => (
            <>
              <AwsResource id={id} clusterName={nodeClass.clusterName} />{' '}
              <span className="dimmed">{name}</span>
            </>
          ),
        },
        {
          header: 'Architecture',
          renderCell: ({ architecture, variant }) => `${architecture} ${variant}`,
        },
        {
          header: 'Created',
          renderCell: ({ createdAt, deprecated }) => (
            <>
              <RelativeTime at={createdAt} />{' '}
              {deprecated && (
                <Badge tone="attention" icon="alert">
                  deprecated
                </Badge>
              )}
            </>
          ),
        },
      ]}
      rows={nodeClass.images}
      rowKey={({ id }) => id}
    />
  );
}
