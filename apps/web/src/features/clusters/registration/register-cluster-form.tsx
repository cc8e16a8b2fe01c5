import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ClusterMode } from '../../../gql/graphql.js';
import { createIdempotencyKey } from '../../../lib/api/idempotency-key.js';
import { errorsOfOtherFields, fieldError } from '../../../lib/api/user-errors.js';
import { Textarea, TextInput } from '../../../ui/controls/controls.js';
import { WriteButton } from '../../../ui/controls/write-button.js';
import { RequestErrors } from '../../../ui/feedback/request-errors.js';
import { Columns, Row, Stack } from '../../../ui/layout/layout.js';
import { registerCluster } from '../clusters.queries.js';
import { ModeChoice } from './mode-choice.js';

const fields = [
  'name',
  'region',
  'roleArn',
  'endpoint',
  'certificateAuthority',
  'interruptionQueue',
] as const;
type Field = (typeof fields)[number];

const empty: Readonly<Record<Field, string>> = {
  name: '',
  region: '',
  roleArn: '',
  endpoint: '',
  certificateAuthority: '',
  interruptionQueue: '',
};

export interface RegisterClusterFormProps {
  readonly onRegistered: (name: string) => void;
}

/** Registers a cluster; the registration check follows. */
export function RegisterClusterForm({ onRegistered }: RegisterClusterFormProps) {
  const [values, setValues] = useState(empty);
  const [mode, setMode] = useState<ClusterMode>('OBSERVE');
  const [idempotencyKey] = useState(createIdempotencyKey);
  const client = useQueryClient();
  const registering = useMutation({
    mutationFn: registerCluster,
    onSuccess: async ({ cluster }) => {
      await client.invalidateQueries({ queryKey: ['cluster-names'] });
      if (cluster !== null) onRegistered(cluster.name);
    },
  });
  const userErrors = registering.data?.userErrors ?? [];
  const input = (field: Field) => ({
    value: values[field],
    error: fieldError(userErrors, field),
    onChange: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ ...values, [field]: event.currentTarget.value }),
  });
  const isComplete = values.name !== '' && values.region !== '' && values.roleArn !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        registering.mutate({ ...withoutEmpty(values), mode, idempotencyKey });
      }}
    >
      <Stack gap="lg">
        <Columns minPx={240}>
          <TextInput
            label="Cluster name"
            description="Name of the cluster in EKS"
            required
            {...input('name')}
          />
          <TextInput
            label="Region"
            placeholder="us-east-1"
            description="AWS region of the cluster"
            required
            {...input('region')}
          />
        </Columns>
        <TextInput
          label="IAM role"
          description="ARN of the role that Kerf assumes. Templates are in deploy/iam. The external ID is shown after registration."
          placeholder="arn:aws:iam::111122223333:role/kerf"
          required
          {...input('roleArn')}
        />
        <TextInput
          label="API server"
          description="Optional; read from DescribeCluster"
          placeholder="https://…"
          {...input('endpoint')}
        />
        <Textarea
          label="Certificate authority"
          description="Optional; base64-encoded PEM, read from DescribeCluster"
          rows={3}
          {...input('certificateAuthority')}
        />
        <TextInput
          label="Interruption queue"
          description="Optional; name of the SQS queue. Without a queue, nodes are not drained before AWS interrupts them."
          {...input('interruptionQueue')}
        />
        <ModeChoice value={mode} onChange={setMode} />
        <RequestErrors
          action="register the cluster"
          error={registering.error}
          userErrors={errorsOfOtherFields(userErrors, fields)}
        />
        <Row>
          <WriteButton
            action="CLUSTER_REGISTER"
            type="submit"
            isBusy={registering.isPending}
            disabledReason={isComplete ? undefined : 'Name, region and IAM role are required'}
          >
            {values.name === '' ? 'Register cluster' : `Register ${values.name}`}
          </WriteButton>
          <span className="dimmed">
            Kerf changes nothing in the cluster before the registration check passes.
          </span>
        </Row>
      </Stack>
    </form>
  );
}

/** The API requires optional fields to be absent, not empty. */
function withoutEmpty(values: Readonly<Record<Field, string>>) {
  const { name, region, roleArn, ...optional } = values;
  const given = Object.entries(optional).filter(([, value]) => value !== '');
  return { name, region, roleArn, ...Object.fromEntries(given) };
}
