import { useState } from 'react';
import type { ClusterMode } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { Textarea, TextInput } from '../../../ui/controls/controls.js';
import { useWriteForm } from '../../../ui/forms/use-write-form.js';
import { WriteForm } from '../../../ui/forms/write-form.js';
import { Columns } from '../../../ui/layout/layout.js';
import { registerCluster } from '../clusters.queries.js';
import { ModeChoice } from './mode-choice.js';

type Values = Readonly<
  Record<
    'name' | 'region' | 'roleArn' | 'endpoint' | 'certificateAuthority' | 'interruptionQueue',
    string
  >
> & { readonly mode: ClusterMode };

const initial: Values = {
  name: '',
  region: '',
  roleArn: '',
  endpoint: '',
  certificateAuthority: '',
  interruptionQueue: '',
  mode: 'OBSERVE',
};

export interface RegisterClusterFormProps {
  readonly onRegistered: (name: string) => void;
}

/** Registers a cluster; the registration check follows. */
export function RegisterClusterForm({ onRegistered }: RegisterClusterFormProps) {
  const [idempotencyKey] = useState(createIdempotencyKey);
  const form = useWriteForm({
    initial,
    missing: ({ name, region, roleArn }) =>
      [name, region, roleArn].includes('') ? 'Name, region and IAM role are required' : undefined,
    write: (values) => registerCluster({ ...withoutEmpty(values), idempotencyKey }),
    refreshes: [['cluster-names']],
    onDone: (_, { name }) => onRegistered(name),
  });
  return (
    <WriteForm
      form={form}
      action="register the cluster"
      permission="CLUSTER_REGISTER"
      submit={`Register ${form.values.name || 'cluster'}`}
      aside={
        <span className="dimmed">
          Kerf changes nothing in the cluster before the registration check passes.
        </span>
      }
    >
      <Columns minPx={240}>
        <TextInput
          label="Cluster name"
          description="Name of the cluster in EKS"
          required
          {...form.text('name')}
        />
        <TextInput
          label="Region"
          placeholder="us-east-1"
          description="AWS region of the cluster"
          required
          {...form.text('region')}
        />
      </Columns>
      <TextInput
        label="IAM role"
        description="ARN of the role that Kerf assumes. Templates are in deploy/iam. The external ID is shown after registration."
        placeholder="arn:aws:iam::111122223333:role/kerf"
        required
        {...form.text('roleArn')}
      />
      <TextInput
        label="API server"
        description="Optional; read from DescribeCluster"
        placeholder="https://…"
        {...form.text('endpoint')}
      />
      <Textarea
        label="Certificate authority"
        description="Optional; base64-encoded PEM, read from DescribeCluster"
        rows={3}
        {...form.text('certificateAuthority')}
      />
      <TextInput
        label="Interruption queue"
        description="Optional; name of the SQS queue. Without a queue, nodes are not drained before AWS interrupts them."
        {...form.text('interruptionQueue')}
      />
      <ModeChoice {...form.value('mode')} />
    </WriteForm>
  );
}

/** The API requires optional fields to be absent, not empty. */
function withoutEmpty({ name, region, roleArn, mode, ...optional }: Values) {
  const given = Object.entries(optional).filter(([, value]) => value !== '');
  return { name, region, roleArn, mode, ...Object.fromEntries(given) };
}
