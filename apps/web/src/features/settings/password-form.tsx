import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shellQuery } from '../../app/app.queries.js';
import { errorsOfOtherFields, fieldError } from '../../lib/api/user-errors.js';
import { useViewer } from '../../lib/context/viewer.js';
import { Checkbox, PasswordInput } from '../../ui/controls/controls.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { toast } from '../../ui/feedback/toast.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { apiTokensQuery, setPassword } from './settings.queries.js';

const minPasswordLength = 12;

/** Sets or changes the password of the user. */
export function PasswordForm() {
  const { name, hasPassword } = useViewer();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [revokesTokens, setRevokesTokens] = useState(false);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: setPassword,
    onSuccess: async ({ userErrors }) => {
      if (userErrors.length > 0) return;
      setCurrent('');
      setNext('');
      setRevokesTokens(false);
      toast('Password set. Your other sessions have ended.');
      await Promise.all([
        client.invalidateQueries({ queryKey: shellQuery().queryKey }),
        client.invalidateQueries({ queryKey: apiTokensQuery().queryKey }),
      ]);
    },
  });
  const userErrors = saving.data?.userErrors ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate({
          newPassword: next,
          revokeTokens: revokesTokens,
          ...(hasPassword ? { currentPassword: current } : {}),
        });
      }}
    >
      <Stack>
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
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={fieldError(userErrors, 'currentPassword')}
            maw={320}
          />
        )}
        <PasswordInput
          label="New password"
          description={`At least ${minPasswordLength} characters`}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={fieldError(userErrors, 'newPassword')}
          maw={320}
        />
        {hasPassword && (
          <Checkbox
            label="Also revoke the API tokens that I created"
            description="Select this if someone else may know the password. Tokens that were created with these tokens are revoked too."
            checked={revokesTokens}
            onChange={(event) => setRevokesTokens(event.currentTarget.checked)}
          />
        )}
        <RequestErrors
          action="set the password"
          error={saving.error}
          userErrors={errorsOfOtherFields(userErrors, ['currentPassword', 'newPassword'])}
        />
        <Row>
          <WriteButton
            type="submit"
            variant="default"
            isBusy={saving.isPending}
            disabledReason={
              next.length < minPasswordLength
                ? `The password needs at least ${minPasswordLength} characters`
                : undefined
            }
          >
            {hasPassword ? 'Change password' : 'Set password'}
          </WriteButton>
        </Row>
      </Stack>
    </form>
  );
}
