import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { readSignInOptions } from '../../lib/api/session.js';
import { Button } from '../../ui/controls/controls.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { PasswordSignIn } from './password-sign-in.js';
import classes from './sign-in-page.module.css';
import { problemText } from './sign-in-text.js';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { to = '/', problem, password = false } = route.useSearch();
  const options = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => readSignInOptions(signal),
  });
  const { providerName = null, password: offer = 'off' } = options.data ?? {};
  const hasPassword = offer === 'shown' || (offer === 'hidden' && password);
  return (
    <main className={classes['page']}>
      <title>Sign in · Kerf</title>
      <div className={classes['card']}>
        <div className={classes['brand']}>
          <img src="/kerf.svg" alt="" width={20} height={20} />
          <h1>Sign in to Kerf</h1>
        </div>
        {problem !== undefined && (
          <Notice tone="broken" isAnnounced>
            {problemText(problem)}
          </Notice>
        )}
        {options.error !== null && <Failure error={options.error} action="load the sign-in page" />}
        {providerName !== null && (
          <Button
            component="a"
            href={`/auth/oidc/sign-in?${new URLSearchParams({ to }).toString()}`}
          >
            Sign in with {providerName}
          </Button>
        )}
        {hasPassword && <PasswordSignIn to={to} isSecondary={providerName !== null} />}
      </div>
    </main>
  );
}
