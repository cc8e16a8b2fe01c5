import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { pausesQuery } from '../../app/pauses/pauses.queries.js';
import { scopeQuery, useClusterScope } from '../../lib/context/cluster-directory.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { UnknownCluster } from '../../ui/feedback/unknown-cluster.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';
import { Alerts } from './alerts.js';
import { alertThresholdsQuery, brakeThresholdsQuery, spendLimitsQuery } from './brakes.queries.js';
import { PauseTable } from './pause-table.js';
import { SpendLimits } from './spend-limits.js';
import { Thresholds } from './thresholds.js';

/** Pauses, brakes of Kerf, spend limits, alerts and thresholds. */
export function BrakesPage() {
  const { cluster } = useSearch({ from: '/shell/brakes' });
  const scope = useClusterScope(cluster);
  const { enabled, clusterId } = scopeQuery(scope);
  const pauses = useQuery({ ...pausesQuery(clusterId, true), enabled });
  const limits = useQuery({ ...spendLimitsQuery(clusterId), enabled });
  const thresholds = useQuery({
    ...brakeThresholdsQuery(clusterId ?? ''),
    enabled: clusterId !== undefined,
  });
  const alerts = useQuery({ ...alertThresholdsQuery, enabled: cluster === undefined });
  if (scope.kind === 'unknown') return <UnknownCluster name={scope.name} />;
  // The height of each part depends on its data, so all are shown together.
  const queries = [pauses, limits, thresholds, alerts];
  if (scope.kind === 'loading' || queries.some(({ isLoading }) => isLoading)) {
    return (
      <Page title="Brakes" asOf={null}>
        <p className="dimmed">Loading the brakes…</p>
      </Page>
    );
  }
  return (
    <Page title="Brakes" asOf={null}>
      <Stack gap="lg">
        <Section title="Pauses and brakes in force" isPanel>
          <QueryContent query={pauses} action="load the pauses">
            {(rows) => (
              <PauseTable
                pauses={rows?.filter(({ isInForce }) => isInForce)}
                empty="Nothing is paused. Use Pause… in the top bar to stop changes."
              />
            )}
          </QueryContent>
        </Section>
        <Section title="Spend limits" isPanel>
          <QueryContent query={limits} action="load the spend limits">
            {(rows) => <SpendLimits limits={rows} clusterId={clusterId} />}
          </QueryContent>
        </Section>
        {cluster === undefined && (
          <Section title="Alerts of teams and the organization" isPanel>
            <QueryContent query={alerts} action="load the alerts">
              {(rows) => <Alerts rows={rows} />}
            </QueryContent>
          </Section>
        )}
        {clusterId !== undefined && (
          <Section title="Thresholds of this cluster" isPanel>
            <QueryContent query={thresholds} action="load the thresholds">
              {(settings) => settings !== undefined && <Thresholds settings={settings} />}
            </QueryContent>
          </Section>
        )}
        <Section title="Released within 30 days" isPanel>
          <QueryContent query={pauses} action="load the pauses">
            {(rows) => (
              <PauseTable
                pauses={rows?.filter(({ isInForce }) => !isInForce)}
                empty="No pause was released within 30 days."
              />
            )}
          </QueryContent>
        </Section>
      </Stack>
    </Page>
  );
}
