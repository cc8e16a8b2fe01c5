import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ClusterMode } from '../../gql/graphql.js';
import { createIdempotencyKey } from '../../lib/idempotency-key.js';
import { otherProblems, problemOf } from '../../lib/user-errors.js';
import { Textarea, TextInput } from '../../ui/controls.js';
import { Columns, Row, Stack } from '../../ui/layout.js';
import { Problems } from '../../ui/problems.js';
import { WriteButton } from '../../ui/write-button.js';
import { registerCluster } from './clusters.queries.js';
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

/** What Kerf needs to find and reach a cluster; the check that follows says what is missing. */
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
    error: problemOf(userErrors, field),
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
          <TextInput label="Cluster name" description="As EKS has it" required {...input('name')} />
          <TextInput
            label="Region"
            placeholder="us-east-1"
            description="Where it runs"
            required
            {...input('region')}
          />
        </Columns>
        <TextInput
          label="Role"
          description="Kerf assumes it to reach the cluster and its account; deploy/ has a template. Its external id is shown once the cluster is registered."
          placeholder="arn:aws:iam::111122223333:role/kerf"
          required
          {...input('roleArn')}
        />
        <TextInput
          label="API server"
          description="Left empty, it is read by DescribeCluster"
          placeholder="https://…"
          {...input('endpoint')}
        />
        <Textarea
          label="Certificate authority"
          description="Base64 of PEM; left empty, it is read by DescribeCluster"
          rows={3}
          {...input('certificateAuthority')}
        />
        <TextInput
          label="Interruption queue"
          description="Name of the SQS queue; without one, nodes are not drained before AWS takes them"
          {...input('interruptionQueue')}
        />
        <ModeChoice value={mode} onChange={setMode} />
        <Problems
          action="register the cluster"
          error={registering.error}
          userErrors={otherProblems(userErrors, fields)}
        />
        <Row>
          <WriteButton
            type="submit"
            isBusy={registering.isPending}
            whyNot={isComplete ? undefined : 'Name, region and role are needed'}
          >
            {values.name === '' ? 'Register and check' : `Register ${values.name} and check it`}
          </WriteButton>
          <span className="dimmed">
            Nothing is touched in the cluster before the check has passed.
          </span>
        </Row>
      </Stack>
    </form>
  );
}

/** The API wants the optional ones left out, not empty. */
function withoutEmpty(values: Readonly<Record<Field, string>>) {
  const { name, region, roleArn, ...optional } = values;
  const given = Object.entries(optional).filter(([, value]) => value !== '');
  return { name, region, roleArn, ...Object.fromEntries(given) };
}
