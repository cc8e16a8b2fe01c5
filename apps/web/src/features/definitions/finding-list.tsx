import type { FindingFieldsFragment } from '../../gql/graphql.js';
import { StateBadge } from '../../ui/badges/badge.js';
import { Button } from '../../ui/controls/controls.js';
import type { TextPosition } from '../../ui/editor/editor-place.js';
import { Row, Stack } from '../../ui/layout/layout.js';
import { severityBadges } from './definitions-text.js';

interface FindingListProps {
  readonly findings: readonly FindingFieldsFragment[];
  /** Shows a position in the editor; absent where the text is not shown. */
  readonly onGoTo?: ((position: TextPosition) => void) | undefined;
}

/** Findings about a manifest: position, message, and conversions. */
export function FindingList({ findings, onGoTo }: FindingListProps) {
  return (
    <Stack gap="sm">
      {sortFindings(findings).map((finding) => (
        <div key={keyOf(finding)}>
          <Row gap="xs">
            <StateBadge content={severityBadges[finding.severity]} />
            <FindingPosition finding={finding} onGoTo={onGoTo} />
            {finding.path !== '' && <code>{finding.path}</code>}
            <span className="dimmed" title="Finding code">
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
                  converted to <code>{finding.became}</code>
                </>
              )}
            </div>
          )}
        </div>
      ))}
    </Stack>
  );
}

/** Includes the position, because a text may have the same problem more than once. */
const keyOf = ({ code, path, message, line, column }: FindingFieldsFragment): string =>
  [code, path, line, column, message].join(' ');

interface FindingPositionProps {
  readonly finding: FindingFieldsFragment;
  readonly onGoTo: FindingListProps['onGoTo'];
}

/** Line and column, as a button where the text is shown beside it. */
function FindingPosition({ finding: { line, column }, onGoTo }: FindingPositionProps) {
  if (line === null) return null;
  const text = column === null ? `line ${line}` : `line ${line}, column ${column}`;
  if (onGoTo === undefined) return <span>{text}</span>;
  return (
    <Button
      variant="default"
      size="compact-xs"
      aria-label={`Go to ${text}`}
      onClick={() => onGoTo({ line, column: column ?? 1 })}
    >
      {text}
    </Button>
  );
}

/** Returns the findings, most severe first. */
export function sortFindings(
  findings: readonly FindingFieldsFragment[],
): readonly FindingFieldsFragment[] {
  const order = ['ERROR', 'WARNING', 'ADVICE', 'UNKNOWN'];
  return [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}
