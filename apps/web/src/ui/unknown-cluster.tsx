import { Empty } from './empty.js';

/** A link to a cluster that is not registered (any more). */
export function UnknownCluster({ name }: { readonly name: string }) {
  return (
    <Empty title={`No cluster named ${name} is registered`}>
      It may have been removed, or the link is mistyped. Choose a cluster at the top of the page.
    </Empty>
  );
}
