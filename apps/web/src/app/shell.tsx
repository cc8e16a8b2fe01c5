import { useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import type { ShellQuery } from '../gql/graphql.js';
import { useShortcuts } from '../lib/browser/keyboard.js';
import { usePreferences } from '../lib/browser/preferences.js';
import { ClusterDirectory } from '../lib/context/cluster-directory.js';
import { toViewer, ViewerContext } from '../lib/context/viewer.js';
import { LiveContext } from '../lib/live/live-connection.js';
import { refetchOnChange } from '../lib/live/refetch-on-change.js';
import { DataAgeSlot } from '../ui/layout/page.js';
import { clusterNamesQuery, shellQuery } from './app.queries.js';
import { ClusterPicker, useShownCluster } from './cluster-picker.js';
import { pages } from './navigation.js';
import { PauseBanner, usePausesOf } from './pauses/pause-banner.js';
import { PauseButton } from './pauses/pause-button.js';
import { ScenarioBanner } from './scenario-banner.js';
import { SettingWarnings } from './setting-warnings.js';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** Loaded on first use. */
const KeyboardHelp = lazy(async () => ({
  default: (await import('./keyboard-help.js')).KeyboardHelp,
}));
const CommandPalette = lazy(async () => ({
  default: (await import('./palette/command-palette.js')).CommandPalette,
}));

/** The application shell: navigation, top bar, and the page. */
export function Shell() {
  const shellData = useQuery(shellQuery());
  const clusters = useQuery(clusterNamesQuery());
  useLiveConnection(shellData.data !== undefined);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const cluster = useShownCluster();
  useHotkeys([['mod+K', () => setPaletteOpen(true)]], []);
  usePageKeys(() => setHelpOpen(true));
  useDensity();
  const summary = shellData.data?.fleet.summary;
  return (
    <ViewerContext value={toViewer(shellData.data?.viewer)}>
      <ClusterDirectory value={clusters.data}>
        <div className={classes['shell']}>
          <a className={classes['skip']} href="#main">
            Skip to content
          </a>
          <TopBar
            picker={<ClusterPicker />}
            pause={<PauseButton cluster={cluster} />}
            slotRef={setSlot}
            onMenu={() => setSidebarOpen(!isSidebarOpen)}
            onSearch={() => setPaletteOpen(true)}
            onHelp={() => setHelpOpen(true)}
          />
          <Sidebar
            cluster={cluster}
            counts={{
              '/pending': summary?.pendingPods ?? 0,
              '/decisions': summary?.awaitingDecisions ?? 0,
            }}
            version={shellData.data?.product.version}
            isOpen={isSidebarOpen}
            onNavigate={() => setSidebarOpen(false)}
          />
          <Content
            product={shellData.data?.product}
            isLoading={shellData.isPending || clusters.isPending}
            cluster={cluster}
          >
            <DataAgeSlot value={slot}>
              <Outlet />
            </DataAgeSlot>
          </Content>
        </div>
        <Suspense>
          {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
          {isPaletteOpen && (
            <CommandPalette
              cluster={cluster}
              onHelp={() => setHelpOpen(true)}
              onClose={() => setPaletteOpen(false)}
            />
          )}
        </Suspense>
      </ClusterDirectory>
    </ViewerContext>
  );
}

interface ContentProps {
  readonly product: ShellQuery['product'] | undefined;
  /** Whether the viewer, the product or the names of the clusters are not known yet. */
  readonly isLoading: boolean;
  readonly cluster: string | undefined;
  readonly children: ReactNode;
}

/**
 * The banners, and the page below them. Both are invisible while they first load: a banner that comes
 * later would move the page down, and what the viewer may do changes what it has.
 */
function Content({ product, isLoading, cluster, children }: ContentProps) {
  const pauses = usePausesOf(cluster);
  const isReady = !isLoading && !pauses.isLoading;
  const [wasReady, setWasReady] = useState(isReady);
  if (isReady && !wasReady) setWasReady(true);
  return (
    <div className={classes['outlet']} data-loading={!isReady && !wasReady}>
      <SettingWarnings warnings={product?.warnings ?? []} />
      <ScenarioBanner scenarios={product?.sandbox?.scenarios ?? []} />
      <PauseBanner cluster={cluster} />
      {children}
    </div>
  );
}

function usePageKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  useShortcuts({
    ...Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    '?': onHelp,
  });
}

/** Sets the row density on the root element for CSS. */
function useDensity(): void {
  const { density } = usePreferences();
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
}

/** Keeps the live connection open while a user is signed in, and refetches changed data. */
function useLiveConnection(isSignedIn: boolean): void {
  const client = useQueryClient();
  const connection = useContext(LiveContext);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const changes = refetchOnChange(client);
    const close = connection.open(liveUrl(), {
      onChange: changes.add,
      onReconnect: () => void client.invalidateQueries(),
    });
    return () => {
      changes.stop();
      close();
    };
  }, [client, connection, isSignedIn]);
}

function liveUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`;
}
