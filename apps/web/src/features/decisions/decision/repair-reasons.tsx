import type { RepairAction } from '../../../gql/graphql.js';
import { Section } from '../../../ui/layout/layout.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { DecisionDetails } from '../decisions.queries.js';

/** Why and how the nodes are repaired: the condition of each one, and how long it is drained. */
export function RepairReasons({ decision }: { readonly decision: DecisionDetails }) {
  const repaired = decision.candidates.flatMap(({ nodeName, repair }) =>
    repair === null ? [] : [{ nodeName, ...repair }],
  );
  if (repaired.length === 0) return null;
  return (
    <Section title="Reason: unhealthy" isPanel>
      {repaired.map(({ nodeName, action, condition, status, since, drainMs }) => (
        <p key={nodeName}>
          The condition <code>{condition}</code> became {status} <RelativeTime at={since} />. The
          node is drained for {drainMs / 60_000} minutes at most, whatever its pods allow.{' '}
          {actionTexts[action]} <span className="dimmed">{nodeName}</span>
        </p>
      ))}
    </Section>
  );
}

const actionTexts: Readonly<Record<RepairAction, string>> = {
  REBOOT:
    'Then its instance is rebooted, and its pods return to it. If it is not Ready 20 minutes later, it is terminated.',
  REPLACE: '',
  UNKNOWN: '',
};
