import { usePreferences } from '../../lib/browser/preferences.js';
import { formatInstant } from '../../lib/format/time.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import { Diff } from '../../ui/values/diff.js';
import type { AuditRow } from './audit-columns.js';
import { actorWords, auditOutcomeWords } from './audit-text.js';
import { toComparable } from './to-audit-filter.js';

export interface AuditPanelProps {
  readonly id: string;
  /** Absent when it is not in the loaded rows. */
  readonly entry: AuditRow | undefined;
  readonly onClose: () => void;
}

/** One write: time, actor, object, and the change. */
export function AuditPanel({ id, entry, onClose }: AuditPanelProps) {
  const { timeZone } = usePreferences();
  if (entry === undefined) {
    return (
      <SidePanel id={id} title="Audit entry" onClose={onClose}>
        <EmptyState title="Entry not in the list">Remove filters to find it.</EmptyState>
      </SidePanel>
    );
  }
  return (
    <SidePanel
      id={id}
      title={`${entry.action} ${entry.objectName}`}
      widthPx={560}
      onClose={onClose}
    >
      <DescriptionList
        items={[
          ['Time', formatInstant(Date.parse(entry.at), timeZone)],
          ['Actor', `${entry.actorName} (${actorWords[entry.actorKind]})`],
          ['Object', `${entry.objectKind} ${entry.objectName}`],
          ['Object ID', <code key="id">{entry.objectId}</code>],
          ['Cluster', entry.clusterName],
          ['Outcome', auditOutcomeWords[entry.outcome]],
          ['Comment', entry.comment],
          ['Request ID', entry.requestId === null ? null : <code key="r">{entry.requestId}</code>],
          ['Entry ID', <code key="e">{entry.id}</code>],
        ]}
      />
      <Section title={titleOf(entry)}>
        <Diff
          label="Before and after"
          before={toComparable(entry.before)}
          after={toComparable(entry.after)}
        />
      </Section>
    </SidePanel>
  );
}

function titleOf({ before, after }: AuditRow): string {
  if (before === null && after === null) return 'No object changed';
  if (before === null) return 'Created object';
  return after === null ? 'Deleted object' : 'Changes';
}
