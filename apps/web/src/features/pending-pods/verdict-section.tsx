import { joinWords } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nearestMissText } from '../../lib/reasons/reason-sentence.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { toHeadline } from './pending-pods-text.js';
import { toMismatchRows, type VerdictGroup } from './to-pending-group.js';

interface VerdictProps {
  readonly verdict: VerdictGroup;
  readonly clusterName: string;
}

export interface VerdictSectionProps extends VerdictProps {
  /** The pods, at the beginning of the title, e.g. `3 pods`. */
  readonly subject: string;
  /** Below the reasons. */
  readonly children?: ReactNode;
}

/** Why pods are pending that have the same verdict, by NodePool, and how to fix it. */
export function VerdictSection(props: VerdictSectionProps) {
  const { verdict, clusterName, subject, children } = props;
  if (verdict.kind !== 'UNSCHEDULABLE') {
    const headline = toHeadline(verdict);
    return (
      <Section title={`${subject}: ${headline.kind === 'text' ? headline.text : ''}`}>
        {verdict.decisionId !== null && (
          <Link to="/decisions/$id" params={{ id: verdict.decisionId }}>
            Decision {verdict.decisionId}
          </Link>
        )}
        {children}
      </Section>
    );
  }
  return (
    <Section title={`${subject}: no matching NodePool`}>
      <Stack gap="sm">
        {verdict.reasons.map((reason) => (
          <div key={reason.code}>
            <ReasonText reason={reason} />
            <div className="dimmed">{reason.remedy}</div>
          </div>
        ))}
        {verdict.mismatches.length > 0 && (
          <MismatchTable verdict={verdict} clusterName={clusterName} />
        )}
        {children}
      </Stack>
    </Section>
  );
}

function MismatchTable({ verdict, clusterName }: VerdictProps) {
  return (
    <SimpleTable
      caption="Why each NodePool does not match, the nearest NodePool first"
      columns={[
        { header: 'NodePool', renderCell: ({ nodePools }) => <PoolNames names={nodePools} /> },
        {
          header: 'Reason',
          isSentence: true,
          renderCell: ({ reason, nearest }) => (
            <>
              <ReasonText reason={reason} />
              {nearest !== null && (
                <div className="dimmed">Nearest: {nearestMissText(nearest)}</div>
              )}
            </>
          ),
        },
        {
          header: 'How to fix',
          isSentence: true,
          renderCell: ({ reason, fix }) => (
            <>
              <div>{reason.remedy ?? 'No action needed: it resolves over time'}</div>
              {fix !== null && <FixLink fix={fix} clusterName={clusterName} />}
            </>
          ),
        },
      ]}
      rows={toMismatchRows(verdict.mismatches)}
      rowKey={({ nodePools }) => nodePools[0]}
    />
  );
}

const poolsShown = 3;

function PoolNames({ names }: { readonly names: readonly string[] }) {
  const more = names.length - poolsShown;
  return more <= 1 ? (
    joinWords(names)
  ) : (
    <span title={names.join(', ')}>
      {names.slice(0, poolsShown).join(', ')} and {more} more
    </span>
  );
}

interface FixLinkProps {
  readonly fix: NonNullable<VerdictGroup['mismatches'][number]['fix']>;
  readonly clusterName: string;
}

/** Links to the field of the manifest in the editor. */
function FixLink({ fix: { kind, name, path }, clusterName }: FixLinkProps) {
  return (
    <Link
      to="/apply"
      search={{
        cluster: clusterName,
        edit: `${kind}/${name}`,
        field: path === '' ? undefined : path,
      }}
      title={path}
    >
      Fix in {kind} {name}
    </Link>
  );
}
