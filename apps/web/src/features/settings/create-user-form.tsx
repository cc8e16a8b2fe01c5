import { TextInput } from '../../ui/controls/controls.js';
import { toast } from '../../ui/feedback/toast.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Row } from '../../ui/layout/layout.js';
import { accessKey, createUser } from './access.queries.js';

/** Creates a local user, or a person of the identity provider before their first sign-in. */
export function CreateUserForm() {
  const form = useWriteForm({
    initial: { name: '', issuer: '', subject: '' },
    missing: ({ name, issuer, subject }) => {
      if (name.trim() === '') return 'Enter a user name first';
      return (issuer === '') === (subject === '') ? undefined : 'Enter both issuer and subject';
    },
    write: ({ name, ...identity }) =>
      createUser({ name, ...(identity.issuer === '' ? {} : { externalIdentity: identity }) }),
    refreshes: [accessKey],
    onDone: (_, { name }) => toast(`User ${name} created. Bind a role next.`),
  });
  return (
    <WriteForm
      form={form}
      action="create the user"
      permission="IDENTITY_WRITE"
      submit="Create user"
      variant="default"
    >
      <Row gap="md">
        <TextInput label="User name" placeholder="grace@example.com" {...form.text('name')} />
        <TextInput
          label="Issuer"
          description="Optional; claim iss of the identity provider"
          {...form.text('issuer')}
        />
        <TextInput
          label="Subject"
          description="Optional; claim sub of the person"
          {...form.text('subject')}
        />
      </Row>
      <p className="dimmed">
        A new user has no roles. Without issuer and subject, the operator of the server makes a
        one-time link for the first sign-in.
      </p>
    </WriteForm>
  );
}
