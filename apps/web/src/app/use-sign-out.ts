import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SignOutDocument } from '../gql/graphql.js';
import { request } from '../lib/api/graphql-client.js';

/** Returns the function that ends the session, and shows the page for the next one. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => request(SignOutDocument, {}),
    onSettled: async (answer) => {
      client.clear();
      const logoutUrl = answer?.signOut.logoutUrl ?? null;
      // The identity provider has a session of its own.
      if (logoutUrl !== null) window.location.assign(logoutUrl);
      else await navigate({ to: '/sign-in' });
    },
  });
  return () => mutate();
}
