import { Link } from '@tanstack/react-router';
import type { NodeClassDetailsQuery } from '../../gql/graphql.js';
import { formatCount } from '../../lib/format/quantity.js';
import { Badge } from '../../ui/badge.js';
import { Facts } from '../../ui/facts.js';
import { Section, Stack } from '../../ui/layout.js';
import { Notice } from '../../ui/notice.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { SimpleTable } from '../../ui/simple-table.js';
import { DefinitionActions } from './definition-actions.js';

type NodeClassDetails = NonNullable<NodeClassDetailsQuery['nodeClass']>;

export interface NodeClassStatusProps {
  readonly nodeClass: NodeClassDetails;
  readonly onDeleted: () => void;
}

/** What the selectors of a node class stand for at AWS. */
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
            ? 'No pool uses it.'
            : `The pools ${nodePools.join(', ')} use it and can buy no node without it.`
        }
        onDeleted={onDeleted}
      />
      <Section title="Subnets">
        <Subnets nodeClass={nodeClass} />
      </Section>
      <Section title="Machine images">
        <Images nodeClass={nodeClass} />
      </Section>
      <Section title="Security groups">
        {nodeClass.securityGroups.length === 0 ? (
          <p className="dimmed">None found.</p>
        ) : (
          <ul>
            {nodeClass.securityGroups.map(({ id, name }) => (
              <li key={id}>
                <code>{id}</code> {name}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Settings">
        <Facts
          items={[
            ['AMI family', nodeClass.amiFamily ?? 'said by an alias'],
            ['Instance profile', nodeClass.instanceProfile],
            [
              'Used by',
              nodePools.length === 0
                ? 'no pool'
                : nodePools.map((name) => (
                    <span key={name}>
                      <Link to="/node-pools" search={{ open: `${nodeClass.clusterName}/${name}` }}>
                        {name}
                      </Link>{' '}
                    </span>
                  )),
            ],
            ['Cluster', nodeClass.clusterName],
            ['Owned by', nodeClass.source === 'API' ? 'Kerf' : 'the cluster’s own objects'],
            [
              'Looked up',
              nodeClass.resolvedAt === null ? (
                'not yet'
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
  if (nodeClass.subnets.length === 0) return <p className="dimmed">None found.</p>;
  return (
    <SimpleTable
      caption="Subnets that the class selects"
      columns={[
        { header: 'Subnet', renderCell: ({ id }) => <code>{id}</code> },
        { header: 'Zone', renderCell: ({ zone }) => zone },
        { header: 'Zone id', renderCell: ({ zoneId }) => zoneId },
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
  if (nodeClass.images.length === 0) return <p className="dimmed">None found.</p>;
  return (
    <SimpleTable
      caption="Machine images that the class selects"
      columns={[
        {
          header: 'Image',
          renderCell: ({ id, name }) => (
            <>
              <code>{id}</code> <span className="dimmed">{name}</span>
            </>
          ),
        },
        { header: 'For', renderCell: ({ architecture, variant }) => `${architecture} ${variant}` },
        {
          header: 'Made',
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
