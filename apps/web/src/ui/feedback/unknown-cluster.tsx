import { EmptyState } from './empty-state.js';

/** Shown for a link to a cluster that is not registered. */
export function UnknownCluster({ name }: { readonly name: string }) {
  return (
    <EmptyState title={`No cluster named ${name} is registered`}>
      It was removed, or the link is wrong. Choose a cluster at the top of the page.
    </EmptyState>
  );
}
