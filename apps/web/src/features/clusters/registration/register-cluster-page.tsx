import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { Button } from '../../../ui/controls/controls.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { QueryContent } from '../../../ui/feedback/query-content.js';
import { Columns, Row, Section, Stack } from '../../../ui/layout/layout.js';
import { Page } from '../../../ui/layout/page.js';
import { clusterQuery } from '../clusters.queries.js';
import { RecheckButton } from './recheck-button.js';
import { RegisterClusterForm } from './register-cluster-form.js';
import { RegistrationChecks } from './registration-checks.js';
import { TrustPolicy } from './trust-policy.js';

/** The registration form, with the progress of the check beside it. */
export function RegisterClusterPage() {
  const [name, setName] = useState<string>();
  return (
    <Page title="Register a cluster" asOf={null}>
      <Columns minPx={420}>
        <Section title="Cluster" isPanel>
          <RegisterClusterForm onRegistered={setName} />
        </Section>
        <Section title="Registration check" isPanel>
          {name === undefined ? <CheckIntroduction /> : <CheckProgress name={name} />}
        </Section>
      </Columns>
    </Page>
  );
}

function CheckIntroduction() {
  return (
    <Stack>
      <p className="dimmed">
        After registration, Kerf shows the external ID for the trust policy of the IAM role. It then
        assumes the role, describes the cluster, connects to it, checks its Kubernetes version and
        its own permissions, and finds Karpenter’s custom resources, subnets, security groups and
        AMIs. Each failed check says how to fix it.
      </p>
    </Stack>
  );
}

function CheckProgress({ name }: { readonly name: string }) {
  // The check takes seconds; its notices may come before this page subscribes.
  const query = useQuery({ ...clusterQuery(name), refetchInterval: 2_000 });
  return (
    <QueryContent query={query} action="load the check">
      {(cluster) =>
        cluster === undefined || cluster === null ? (
          <p className="dimmed">Starting the registration check…</p>
        ) : (
          <Stack>
            <CheckOutcome cluster={cluster} />
            <TrustPolicy cluster={cluster} />
            <RegistrationChecks checks={cluster.checks} />
            <Row>
              <RecheckButton cluster={cluster} />
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/clusters/$name"
                    params={{ name }}
                    search={{ tab: 'settings' }}
                    {...props}
                  />
                )}
              >
                Open {name}
              </Button>
            </Row>
          </Stack>
        )
      }
    </QueryContent>
  );
}

function CheckOutcome({ cluster }: { readonly cluster: ClusterFieldsFragment }) {
  switch (cluster.connection.state) {
    case 'REJECTED':
      return (
        <Notice tone="broken" isAnnounced>
          The registration check failed. Fix the failed steps, then check again. Nothing was
          changed.
        </Notice>
      );
    case 'CHECKING':
      return <Notice tone="active">The registration check is running.</Notice>;
    default:
      return (
        <Notice tone="ok" isAnnounced>
          {cluster.name} passed the registration check. Kerf watches it now.
        </Notice>
      );
  }
}
