import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { NodePoolDetailsQuery } from '../../gql/graphql.js';
import { Badge } from '../../ui/badges/badge.js';
import { Tabs } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Stack } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import type { DefinitionsSearch } from './definitions.search.js';

/** Loaded on demand: it compares manifests. */
const RevisionList = lazy(async () => ({
  default: (await import('./revision-list.js')).RevisionList,
}));

type PanelDefinition = Pick<
  NonNullable<NodePoolDetailsQuery['nodePool']>,
  'name' | 'manifest' | 'revisions' | 'isReady'
>;

export interface DefinitionPanelProps<Definition extends PanelDefinition> {
  readonly kind: 'NodePool' | 'EC2NodeClass';
  /** `cluster/name`. */
  readonly open: string;
  readonly view: DefinitionsSearch['view'];
  readonly onSearch: (change: DefinitionsSearch) => void;
  /** Whether the list does not have it. */
  readonly isUnlisted: boolean;
  /** `null` if it does not exist. */
  readonly query: UseQueryResult<Definition | null>;
  /** The overview. */
  readonly children: (definition: Definition, close: () => void) => ReactNode;
}

/** A definition beside its list: overview, manifest, revisions. */
export function DefinitionPanel<Definition extends PanelDefinition>(
  props: DefinitionPanelProps<Definition>,
) {
  const { kind, open, view, onSearch, query, children } = props;
  const definition = query.data ?? undefined;
  const close = () => onSearch({ open: undefined, view: undefined });
  const status =
    props.isUnlisted || query.data === null ? (
      <EmptyState title={`${kind} not found`}>{open} was deleted, or the link is wrong.</EmptyState>
    ) : (
      <QueryContent query={query} action={`load the ${kind}`}>
        {(data) =>
          data === undefined || data === null ? (
            <p className="dimmed">Loading the {kind}…</p>
          ) : (
            children(data, close)
          )
        }
      </QueryContent>
    );
  return (
    <SidePanel
      id={open}
      title={definition?.name ?? open}
      titleAside={definition !== undefined && <ReadyBadge isReady={definition.isReady} />}
      widthPx={620}
      onClose={close}
    >
      {definition === undefined ? (
        status
      ) : (
        <Tabs
          value={view ?? 'overview'}
          onChange={(next) =>
            onSearch({ view: next === 'manifest' || next === 'revisions' ? next : undefined })
          }
        >
          <Tabs.List mb="sm">
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="manifest">Manifest</Tabs.Tab>
            <Tabs.Tab value="revisions">Revisions ({definition.revisions.length})</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Stack gap="lg">{status}</Stack>
          </Tabs.Panel>
          <Tabs.Panel value="manifest">
            <CopyBlock text={definition.manifest} name="the manifest" />
          </Tabs.Panel>
          <Tabs.Panel value="revisions">
            <Suspense fallback={<p className="dimmed">Loading the revisions…</p>}>
              <RevisionList revisions={definition.revisions} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      )}
    </SidePanel>
  );
}

const ReadyBadge = ({ isReady }: { readonly isReady: boolean }) => (
  <Badge tone={isReady ? 'ok' : 'broken'} icon={isReady ? 'check' : 'alert'}>
    {isReady ? 'Ready' : 'Not ready'}
  </Badge>
);

/** Returns the ID of the row that a URL names as `cluster/name`. */
export const findRowId = (
  rows:
    | readonly { readonly id: string; readonly clusterName: string; readonly name: string }[]
    | undefined,
  open: string,
): string | undefined =>
  rows?.find(({ clusterName, name }) => `${clusterName}/${name}` === open)?.id;
