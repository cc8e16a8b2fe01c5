import { useMemo } from 'react';
import type { NodesSearch } from '../nodes.search.js';
import { mapNodeId } from './map-node.js';
import { useAllNodes } from './node-map.queries.js';
import { NodeMapView } from './node-map-view.js';

export interface ClusterNodeMapProps {
  readonly cluster: { readonly id: string; readonly name: string };
  readonly search: NodesSearch;
  readonly onSearch: (change: NodesSearch) => void;
  /** Names of the selected nodes. */
  readonly selection: readonly string[];
  readonly onSelect: (names: readonly string[], isSelected: boolean) => void;
}

/** The map of one cluster, with the filters and the selection of its table. */
export function ClusterNodeMap(props: ClusterNodeMapProps) {
  const { search, onSearch, selection, onSelect } = props;
  const { id, name } = props.cluster;
  const all = useAllNodes([{ id, name }]);
  const selected = useMemo(
    () => new Set(selection.map((each) => mapNodeId({ clusterId: id, name: each }))),
    [id, selection],
  );
  return (
    <NodeMapView
      all={all}
      hasClusters={false}
      filters={search}
      search={search}
      onSearch={onSearch}
      selected={selected}
      onToggle={(node) => onSelect([node.name], !selected.has(mapNodeId(node)))}
    />
  );
}
