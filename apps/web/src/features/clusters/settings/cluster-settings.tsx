import { countOf } from '@kerf/core';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Columns, Row, Section, Stack } from '../../../ui/layout/layout.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import { ClusterFindingTable } from '../cluster-findings.js';
import { RecheckButton } from '../registration/recheck-button.js';
import { RegistrationChecks } from '../registration/registration-checks.js';
import { TrustPolicy } from '../registration/trust-policy.js';
import { ClusterAccessForm } from './cluster-access-form.js';
import { ClusterModeForm } from './cluster-mode-form.js';
import { ClusterSettingsForm } from './cluster-settings-form.js';
import { InterruptionQueueForm } from './interruption-queue-form.js';
import { RemoveClusterForm } from './remove-cluster-form.js';

export interface ClusterSettingsProps {
  readonly cluster: ClusterFieldsFragment;
}

/** Mode, registration check, access, interruption queue, settings and removal of a cluster. */
export function ClusterSettings({ cluster }: ClusterSettingsProps) {
  return (
    <Columns minPx={420}>
      <Stack gap="lg">
        <Section title="Mode" isPanel>
          <ClusterModeForm key={cluster.mode} cluster={cluster} />
        </Section>
        {cluster.findings.length > 0 && (
          <Section title={countOf(cluster.findings.length, 'finding')} isPanel>
            <ClusterFindingTable cluster={cluster} />
          </Section>
        )}
        <Section title="Scheduling and disruption" isPanel>
          <ClusterSettingsForm key={cluster.version} cluster={cluster} />
        </Section>
      </Stack>
      <Stack gap="lg">
        <Section title="Details" isPanel>
          <DescriptionList
            items={[
              ['Region', cluster.region],
              ['Account', cluster.accountId ?? 'unknown'],
              ['Kubernetes', cluster.kubernetesVersion ?? 'unknown'],
              ['API server', cluster.endpoint ?? 'unknown'],
              ['Registered', <RelativeTime key="at" at={cluster.createdAt} />],
            ]}
          />
        </Section>
        <Section title="Trust policy" isPanel>
          <TrustPolicy cluster={cluster} />
        </Section>
        <Section title="Registration check" isPanel>
          <RegistrationChecks checks={cluster.checks} />
          <Row>
            <RecheckButton cluster={cluster} />
          </Row>
        </Section>
        <Section title="Access" isPanel>
          <ClusterAccessForm key={cluster.roleArn} cluster={cluster} />
        </Section>
        <Section title="Interruption notices" isPanel>
          <InterruptionQueueForm key={cluster.interruptionQueue} cluster={cluster} />
        </Section>
        <Section title="Remove from Kerf" isPanel>
          <RemoveClusterForm cluster={cluster} />
        </Section>
      </Stack>
    </Columns>
  );
}
