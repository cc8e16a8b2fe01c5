import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { isSignedOut } from '../../lib/api/api-error.js';
import { signIn } from '../../lib/api/session.js';
import { Button, PasswordInput, TextInput } from '../../ui/controls/controls.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Stack } from '../../ui/layout/layout.js';

export interface PasswordSignInProps {
  /** The page to open after sign-in. */
  readonly to: string;
  /** Whether the identity provider is the usual way. */
  readonly isSecondary: boolean;
}

/** Signs in with name and password. */
export function PasswordSignIn({ to, isSecondary }: PasswordSignInProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const router = useRouter();
  const client = useQueryClient();
  const signing = useMutation({
    mutationFn: () => signIn(name, password),
    onSuccess: () => {
      client.clear();
      router.history.push(to);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signing.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          autoComplete="username"
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signing.error !== null &&
          (isSignedOut(signing.error) ? (
            <Notice tone="broken" isAnnounced>
              {signing.error.message}
            </Notice>
          ) : (
            <Failure error={signing.error} action="sign in" />
          ))}
        <Button
          type="submit"
          loading={signing.isPending}
          variant={isSecondary ? 'default' : 'filled'}
        >
          Sign in
        </Button>
        <p className="dimmed">
          No password yet? Open the one-time link from the output of <code>npm start</code>, or ask
          your administrator.
        </p>
      </Stack>
    </form>
  );
}
