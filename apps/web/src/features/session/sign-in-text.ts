const problems: Readonly<Record<string, string>> = {
  'provider-unavailable':
    'The identity provider does not respond. Try again in a few minutes, or ask an administrator for a sign-in link.',
  'stale-sign-in':
    'This sign-in was started in another browser or tab, or has expired. Start it again here.',
  'provider-refused':
    'The identity provider refused the sign-in. Try again, or ask its administrator.',
  'code-refused':
    'The answer of the identity provider was used already or has expired. Sign in again.',
  'invalid-answer':
    'The answer of the identity provider is invalid. Sign in again; if it stays so, ask an administrator to read the log of the API.',
  'groups-overage':
    'You are in more groups than the identity provider sends. An administrator must limit the groups that it sends to Kerf.',
  'foreign-domain':
    'Your e-mail address is not verified, or is not of a domain that may sign in here.',
  'not-in-allowed-group':
    'You are in none of the groups that may sign in here. Ask an administrator.',
  'user-disabled': 'Your user is disabled in Kerf. Ask an administrator to enable it.',
};

/** Returns a sentence for the problem of a sign-in at the identity provider. */
export const problemText = (problem: string): string =>
  problems[problem] ?? 'The sign-in failed. Try again.';
