import { Link } from '@tanstack/react-router';
import type { FrameQuery } from '../gql/graphql.js';
import { Notice } from '../ui/notice.js';
import { RelativeTime } from '../ui/relative-time.js';

type Scenario = NonNullable<NonNullable<FrameQuery['product']['sandbox']>['scenarios']>[number];

/** What the sandbox lets happen now; in production there is no such thing. */
export function ScenarioBanner({ scenarios }: { readonly scenarios: readonly Scenario[] }) {
  return scenarios.map(({ name, cluster, endsAt, message, watch, page, startedAt }) => (
    <Notice
      key={`${name}${cluster}${startedAt}`}
      tone="attention"
      isAnnounced
      action={<Link to={page}>Open the page to watch</Link>}
    >
      <strong>
        Sandbox scenario {name} in {cluster}
      </strong>
      {endsAt !== null && (
        <>
          , ends <RelativeTime at={endsAt} />
        </>
      )}
      : {message}. <span>To watch: {watch}.</span>
    </Notice>
  ));
}
