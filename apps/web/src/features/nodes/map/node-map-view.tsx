import { useNavigate } from '@tanstack/react-router';
import { useCallback, useId, useMemo, useState } from 'react';
import { serverNow } from '../../../lib/api/server-clock.js';
import { ColorLegend } from '../../../ui/charts/color-legend.js';
import { Select } from '../../../ui/controls/controls.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { Failure } from '../../../ui/feedback/failure.js';
import { Row, Stack } from '../../../ui/layout/layout.js';
import type { NodesSearch } from '../nodes.search.js';
import { categoryOf, mapColorWords, toLegend } from './map-category.js';
import { isSelected, type MapNode } from './map-node.js';
import { LoadingNodeMap, NodeMap } from './node-map.js';
import type { AllNodes } from './node-map.queries.js';
import { mapColors, mapFills, mapGroups, type NodeMapSearch } from './node-map.search.js';

export interface NodeMapViewProps {
  readonly all: AllNodes;
  /** Whether the nodes are of several clusters. */
  readonly hasClusters: boolean;
  /** The filters of the table. */
  readonly filters: NodesSearch;
  readonly search: NodeMapSearch;
  readonly onSearch: (change: NodeMapSearch) => void;
  /** IDs of the selected nodes, as `mapNodeId` returns them. */
  readonly selected: ReadonlySet<string>;
  /** Absent if nodes cannot be selected. */
  readonly onToggle?: (node: MapNode) => void;
}

const fillWords = { larger: 'CPU or memory', cpu: 'CPU', memory: 'Memory' } as const;
const groupWords = { pool: 'NodePool', zone: 'Zone', cluster: 'Cluster' } as const;

/** The node map with its choices and its legend. */
export function NodeMapView(props: NodeMapViewProps) {
  const { all, hasClusters, filters, search, onSearch, selected, onToggle } = props;
  const { color = mapColors[0], group = hasClusters ? 'cluster' : 'pool' } = search;
  const { fill = mapFills[0] } = search;
  const navigate = useNavigate();
  const { q, pool, capacity, state } = filters;
  const matching = useMemo(
    () => all.nodes?.filter((node) => isSelected(node, { q, pool, capacity, state })) ?? noNodes,
    [all.nodes, q, pool, capacity, state],
  );
  const nodes = useMemo(() => mostExpensive(matching), [matching]);
  // Ages change slowly; with the time of each rendering all colors would be computed again.
  const [openedAt] = useState(serverNow);
  const colorOf = useCallback(
    (node: MapNode) => categoryOf(node, color, openedAt),
    [color, openedAt],
  );
  const legend = useMemo(() => toLegend(nodes.map(colorOf)), [nodes, colorOf]);
  return (
    <Stack gap="sm">
      <MapChoices search={{ color, group, fill }} hasClusters={hasClusters} onSearch={onSearch} />
      {all.error !== null && (
        <Failure error={all.error} action="load the nodes" retry={all.retry} />
      )}
      {all.nodes === undefined ? (
        <LoadingNodeMap />
      ) : nodes.length === 0 ? (
        <EmptyState title="No matching nodes" />
      ) : (
        <NodeMap
          nodes={nodes}
          group={group}
          categoryOf={colorOf}
          fill={fill}
          selected={selected}
          onOpen={({ cluster, name }) =>
            void navigate({
              to: '/clusters/$name/nodes/$node',
              params: { name: cluster, node: name },
            })
          }
          {...(onToggle === undefined ? {} : { onToggle })}
        />
      )}
      <ColorLegend label={`Colors: ${mapColorWords[color]}`} entries={legend} />
      <p className="dimmed">
        {nodes.length < matching.length &&
          `The ${nodes.length} most expensive of ${matching.length} nodes are shown. `}
        The area of a node is its price; it is filled by the requests of its pods. Click opens a
        node{onToggle !== undefined && ', Ctrl and click selects it'}. Ctrl and the wheel zoom, down
        to pods.
      </p>
    </Stack>
  );
}

const noNodes: readonly MapNode[] = [];
/** More boxes than these are too small to be seen, and too many for 60 frames per second. */
const mostNodes = 20_000;

function mostExpensive(nodes: readonly MapNode[]): readonly MapNode[] {
  if (nodes.length <= mostNodes) return nodes;
  return nodes
    .toSorted((a, b) => (b.priceMicroUsd ?? 0) - (a.priceMicroUsd ?? 0))
    .slice(0, mostNodes);
}

interface MapChoicesProps {
  readonly search: Required<{ [Key in keyof NodeMapSearch]: NonNullable<NodeMapSearch[Key]> }>;
  readonly hasClusters: boolean;
  readonly onSearch: (change: NodeMapSearch) => void;
}

function MapChoices({ search, hasClusters, onSearch }: MapChoicesProps) {
  const groups = mapGroups.filter((each) => hasClusters || each !== 'cluster');
  return (
    <Row>
      <Choice
        label="Color"
        options={mapColors.map((value) => ({ value, label: mapColorWords[value] }))}
        value={search.color}
        onChange={(color) => onSearch({ color })}
      />
      <Choice
        label="Group"
        options={groups.map((value) => ({ value, label: groupWords[value] }))}
        value={search.group}
        onChange={(group) => onSearch({ group })}
      />
      <Choice
        label="Fill: requests of"
        options={mapFills.map((value) => ({ value, label: fillWords[value] }))}
        value={search.fill}
        onChange={(fill) => onSearch({ fill })}
      />
    </Row>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <Row gap="xs">
      <label htmlFor={id} className="dimmed">
        {label}
      </label>
      <Select
        id={id}
        data={options.map((option) => ({ ...option }))}
        value={value}
        onChange={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        allowDeselect={false}
        w={140}
      />
    </Row>
  );
}
