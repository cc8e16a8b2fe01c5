import { Link } from '@tanstack/react-router';
import type { ShellQuery } from '../gql/graphql.js';
import { Notice } from '../ui/feedback/notice.js';
import { RelativeTime } from '../ui/values/relative-time.js';

type Scenario = NonNullable<NonNullable<ShellQuery['product']['sandbox']>['scenarios']>[number];

/** The running sandbox scenarios, one notice each; there are none in production. */
export function ScenarioBanner({ scenarios }: { readonly scenarios: readonly Scenario[] }) {
  return scenarios.map(({ name, cluster, endsAt, message, watch, page, startedAt }) => (
    <Notice
      key={`${name}${cluster}${startedAt}`}
      tone="neutral"
      isAnnounced
      action={<Link to={page}>Open page</Link>}
    >
      <details>
        <summary>
          <strong>
            Sandbox scenario {name} in {cluster}
          </strong>
          {endsAt !== null && (
            <>
              , ends <RelativeTime at={endsAt} />
            </>
          )}
        </summary>
        <p>{message}.</p>
        <p>Expected: {watch}.</p>
      </details>
    </Notice>
  ));
}
