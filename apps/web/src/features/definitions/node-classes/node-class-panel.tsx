import { useQuery } from '@tanstack/react-query';
import { DefinitionPanel, findRowId } from '../definition-panel.js';
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
  const id = findRowId(nodeClasses, open);
  const query = useQuery({ ...nodeClassQuery(id ?? ''), enabled: id !== undefined });
  return (
    <DefinitionPanel
      kind="EC2NodeClass"
      open={open}
      view={view}
      onSearch={onSearch}
      isUnlisted={nodeClasses !== undefined && id === undefined}
      query={query}
    >
      {(nodeClass, close) => <NodeClassStatus nodeClass={nodeClass} onDeleted={close} />}
    </DefinitionPanel>
  );
}
