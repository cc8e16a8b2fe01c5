import type { ReactNode } from 'react';
import type { NodePoolDetailsQuery } from '../../gql/graphql.js';
import { Badge } from '../../ui/badges/badge.js';
import { Tabs } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { Stack } from '../../ui/layout/layout.js';
import { SidePanel } from '../../ui/layout/side-panel.js';
import type { DefinitionsSearch } from './definitions.search.js';
import { RevisionList } from './revision-list.js';

export interface DefinitionPanelProps {
  /** `cluster/name`. */
  readonly open: string;
  readonly view: DefinitionsSearch['view'];
  readonly onView: (view: DefinitionsSearch['view']) => void;
  readonly onClose: () => void;
  /** Absent while loading, and when it does not exist. */
  readonly definition:
    | Pick<
        NonNullable<NodePoolDetailsQuery['nodePool']>,
        'name' | 'manifest' | 'revisions' | 'isReady'
      >
    | undefined;
  /** The overview. */
  readonly status: ReactNode;
}

/** A definition beside its list: overview, manifest, revisions. */
export function DefinitionPanel(props: DefinitionPanelProps) {
  const { open, view, onView, definition, status } = props;
  return (
    <SidePanel
      id={open}
      title={definition?.name ?? open}
      titleAside={definition !== undefined && <ReadyBadge isReady={definition.isReady} />}
      widthPx={620}
      onClose={props.onClose}
    >
      {definition === undefined ? (
        status
      ) : (
        <Tabs
          value={view ?? 'overview'}
          onChange={(next) =>
            onView(next === 'manifest' || next === 'revisions' ? next : undefined)
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
            <RevisionList revisions={definition.revisions} />
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
