import { shellQuery } from '../../app/app.queries.js';
import { useViewer } from '../../lib/context/viewer.js';
import { Checkbox, PasswordInput } from '../../ui/controls/controls.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { apiTokensQuery, setPassword } from './settings.queries.js';

const minPasswordLength = 12;

/** Sets or changes the password of the user. */
export function PasswordForm() {
  const { name, hasPassword } = useViewer();
  const form = useWriteForm({
    initial: { currentPassword: '', newPassword: '', revokeTokens: false },
    missing: ({ newPassword }) =>
      newPassword.length < minPasswordLength
        ? `The password needs at least ${minPasswordLength} characters`
        : undefined,
    write: ({ currentPassword, ...values }) =>
      setPassword({ ...values, ...(hasPassword ? { currentPassword } : {}) }),
    refreshes: [shellQuery().queryKey, apiTokensQuery().queryKey],
    onDone: () => toast('Password set. Your other sessions have ended.'),
  });
  return (
    <WriteForm
      form={form}
      action="set the password"
      submit={hasPassword ? 'Change password' : 'Set password'}
      variant="default"
    >
      {!hasPassword && (
        <Notice tone="attention">
          You signed in with a one-time link. Set a password to sign in again as {name}.
        </Notice>
      )}
      {/* Password managers store the password with this user name. */}
      <input type="text" aria-label="Name" autoComplete="username" value={name} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          maw={320}
          {...form.text('currentPassword')}
        />
      )}
      <PasswordInput
        label="New password"
        description={`At least ${minPasswordLength} characters`}
        autoComplete="new-password"
        maw={320}
        {...form.text('newPassword')}
      />
      {hasPassword && (
        <Checkbox
          label="Also revoke the API tokens that I created"
          description="Select this if someone else may know the password. Tokens that were created with these tokens are revoked too."
          {...form.check('revokeTokens')}
        />
      )}
    </WriteForm>
  );
}
