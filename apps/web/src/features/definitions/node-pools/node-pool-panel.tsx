import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { DefinitionPanel } from '../definition-panel.js';
import { nodePoolQuery } from '../definitions.queries.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import type { NodePoolRow } from './node-pool-columns.js';
import { NodePoolStatus } from './node-pool-status.js';

export interface NodePoolPanelProps {
  /** `cluster/name`. */
  readonly open: string;
  /** All pools; absent while loading. */
  readonly pools: readonly NodePoolRow[] | undefined;
  readonly view: DefinitionsSearch['view'];
  readonly onSearch: (change: DefinitionsSearch) => void;
}

/** One NodePool beside the list. */
export function NodePoolPanel({ open, pools, view, onSearch }: NodePoolPanelProps) {
  const id = pools?.find((pool) => `${pool.clusterName}/${pool.name}` === open)?.id;
  const query = useQuery({ ...nodePoolQuery(id ?? ''), enabled: id !== undefined });
  const isMissing = (pools !== undefined && id === undefined) || query.data === null;
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
          <EmptyState title="NodePool not found">
            {open} was deleted, or the link is wrong.
          </EmptyState>
        ) : (
          <QueryContent query={query} action="load the NodePool">
            {(data) =>
              data === undefined || data === null ? (
                <p className="dimmed">Loading the NodePool…</p>
              ) : (
                <NodePoolStatus pool={data} onDeleted={close} />
              )
            }
          </QueryContent>
        )
      }
    />
  );
}
