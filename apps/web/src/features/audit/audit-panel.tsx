import { formatInstant } from '../../lib/format/time.js';
import { usePreferences } from '../../lib/preferences.js';
import { Diff } from '../../ui/diff.js';
import { Empty } from '../../ui/empty.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/layout.js';
import { SidePanel } from '../../ui/side-panel.js';
import { type AuditRow, actorWord } from './audit-columns.js';
import { toComparable } from './to-audit-filter.js';

export interface AuditPanelProps {
  readonly id: string;
  /** Absent when it is not among the loaded rows. */
  readonly entry: AuditRow | undefined;
  readonly onClose: () => void;
}

/** One write: who, what, when, and what it changed. */
export function AuditPanel({ id, entry, onClose }: AuditPanelProps) {
  const { timeZone } = usePreferences();
  if (entry === undefined) {
    return (
      <SidePanel id={id} title="Audit entry" onClose={onClose}>
        <Empty title="This entry is not in the list">Loosen the filters to find it.</Empty>
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
      <Facts
        items={[
          ['When', formatInstant(Date.parse(entry.at), timeZone)],
          ['Who', `${entry.actorName} (${actorWord(entry.actorKind)})`],
          ['Object', `${entry.objectKind} ${entry.objectName}`],
          ['Object id', <code key="id">{entry.objectId}</code>],
          ['Cluster', entry.clusterName],
          ['Outcome', entry.outcome],
          ['Comment', entry.comment],
          ['Request', entry.requestId === null ? null : <code key="r">{entry.requestId}</code>],
          ['Entry', <code key="e">{entry.id}</code>],
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
  if (before === null && after === null) return 'No object was changed';
  if (before === null) return 'What was made';
  return after === null ? 'What was deleted' : 'What changed';
}
