import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { isSignedOut } from '../../lib/api/api-error.js';
import { signIn } from '../../lib/api/session.js';
import { Button, PasswordInput, TextInput } from '../../ui/controls/controls.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Stack } from '../../ui/layout/layout.js';
import classes from './sign-in-page.module.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { to = '/' } = route.useSearch();
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
    <main className={classes['page']}>
      <title>Sign in · Kerf</title>
      <form
        className={classes['card']}
        onSubmit={(event) => {
          event.preventDefault();
          signing.mutate();
        }}
      >
        <div className={classes['brand']}>
          <img src="/kerf.svg" alt="" width={20} height={20} />
          <h1>Sign in to Kerf</h1>
        </div>
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
        </Stack>
        {signing.error !== null &&
          (isSignedOut(signing.error) ? (
            <Notice tone="broken" isAnnounced>
              {signing.error.message}
            </Notice>
          ) : (
            <Failure error={signing.error} action="sign in" />
          ))}
        <Button type="submit" loading={signing.isPending}>
          Sign in
        </Button>
        <p className="dimmed">
          No password yet? Open the one-time link from the output of <code>npm start</code>, or ask
          your administrator.
        </p>
      </form>
    </main>
  );
}
