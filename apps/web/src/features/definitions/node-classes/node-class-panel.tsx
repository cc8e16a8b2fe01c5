import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { DefinitionPanel } from '../definition-panel.js';
import { nodeClassQuery } from '../definitions.queries.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import type { NodeClassRow } from './node-class-columns.js';
import { NodeClassStatus } from './node-class-status.js';

export interface NodeClassPanelProps {
  /** `cluster/name`. */
  readonly open: string;
  /** All EC2NodeClasses; absent while loading. */
  readonly nodeClasses: readonly NodeClassRow[] | undefined;
  readonly view: DefinitionsSearch['view'];
  readonly onSearch: (change: DefinitionsSearch) => void;
}

/** One EC2NodeClass beside the list. */
export function NodeClassPanel({ open, nodeClasses, view, onSearch }: NodeClassPanelProps) {
  const id = nodeClasses?.find((row) => `${row.clusterName}/${row.name}` === open)?.id;
  const query = useQuery({ ...nodeClassQuery(id ?? ''), enabled: id !== undefined });
  const isMissing = (nodeClasses !== undefined && id === undefined) || query.data === null;
  const close = () => onSearch({ open: undefined, view: undefined });
  return (
    <DefinitionPanel
      open={open}
      view={view}
      onView={(next) => onSearch({ view: next })}
      onClose={close}
      definition={query.data ?? undefined}
      status={
        isMissing ? (
          <EmptyState title="EC2NodeClass not found">
            {open} was deleted, or the link is wrong.
          </EmptyState>
        ) : (
          <QueryContent query={query} action="load the EC2NodeClass">
            {(data) =>
              data === undefined || data === null ? (
                <p className="dimmed">Loading the EC2NodeClass…</p>
              ) : (
                <NodeClassStatus nodeClass={data} onDeleted={close} />
              )
            }
          </QueryContent>
        )
      }
    />
  );
}
