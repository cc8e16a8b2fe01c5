import type { FindingFieldsFragment } from '../../gql/graphql.js';
import { severityLooks } from '../../lib/states.js';
import { Row, Stack } from '../../ui/layout.js';
import { StateBadge } from '../../ui/state-badge.js';
import { sortFindings } from './to-pool-standing.js';

/** What is worth saying about a manifest: where, what was found, what it became. */
export function FindingList({ findings }: { readonly findings: readonly FindingFieldsFragment[] }) {
  return (
    <Stack gap="sm">
      {sortFindings(findings).map((finding) => (
        <div key={`${finding.code}${finding.path}${finding.message}`}>
          <Row gap="xs">
            <StateBadge look={severityLooks[finding.severity]} />
            {finding.line !== null && <span>line {finding.line}</span>}
            {finding.path !== '' && <code>{finding.path}</code>}
            <span className="dimmed" title="The finding’s code">
              {finding.code}
            </span>
          </Row>
          <div>{finding.message}</div>
          {finding.found !== null && (
            <div className="dimmed">
              <code>{finding.found}</code>
              {finding.became !== null && (
                <>
                  {' '}
                  became <code>{finding.became}</code>
                </>
              )}
            </div>
          )}
        </div>
      ))}
    </Stack>
  );
}
