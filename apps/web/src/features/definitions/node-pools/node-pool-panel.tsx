import { useQuery } from '@tanstack/react-query';
import { DefinitionPanel, findRowId } from '../definition-panel.js';
import { nodePoolQuery } from '../definitions.queries.js';
import type { DefinitionsSearch } from '../definitions.search.js';
import type { NodePoolRow } from './node-pool-columns.js';
import { NodePoolStatus } from './node-pool-status.js';

export interface NodePoolPanelProps {
  /** `cluster/name`. */
  readonly open: string;
  /** All NodePools; absent while loading. */
  readonly pools: readonly NodePoolRow[] | undefined;
  readonly view: DefinitionsSearch['view'];
  readonly onSearch: (change: DefinitionsSearch) => void;
}

/** One NodePool beside the list. */
export function NodePoolPanel({ open, pools, view, onSearch }: NodePoolPanelProps) {
  const id = findRowId(pools, open);
  const query = useQuery({ ...nodePoolQuery(id ?? ''), enabled: id !== undefined });
  return (
    <DefinitionPanel
      kind="NodePool"
      open={open}
      view={view}
      onSearch={onSearch}
      isUnlisted={pools !== undefined && id === undefined}
      query={query}
    >
      {(pool, close) => <NodePoolStatus pool={pool} onDeleted={close} />}
    </DefinitionPanel>
  );
}
