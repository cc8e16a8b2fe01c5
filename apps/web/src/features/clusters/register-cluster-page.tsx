import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClusterFieldsFragment } from '../../gql/graphql.js';
import { Button } from '../../ui/controls.js';
import { Columns, Row, Section, Stack } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { Notice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { clusterQuery } from './clusters.queries.js';
import { RecheckButton } from './recheck-button.js';
import { RegisterClusterForm } from './register-cluster-form.js';
import { RegistrationChecks } from './registration-checks.js';
import { TrustPolicy } from './trust-policy.js';

/** The form, and beside it the check as it runs. */
export function RegisterClusterPage() {
  const [name, setName] = useState<string>();
  return (
    <Page title="Register a cluster" asOf={null}>
      <Columns minPx={420}>
        <Section title="Where it is, and how to reach it" isPanel>
          <RegisterClusterForm onRegistered={setName} />
        </Section>
        <Section title="Check" isPanel>
          {name === undefined ? <WhatIsChecked /> : <LiveCheck name={name} />}
        </Section>
      </Columns>
    </Page>
  );
}

function WhatIsChecked() {
  return (
    <Stack>
      <p className="dimmed">
        After registering, Kerf shows the external id for the role’s trust policy and checks step by
        step: it assumes the role, describes the cluster, connects, reads the version and its own
        permissions, and looks for Karpenter’s resources, subnets, security groups and machine
        images. Each failed step says how to fix it.
      </p>
    </Stack>
  );
}

function LiveCheck({ name }: { readonly name: string }) {
  // The check takes seconds; its notices may come before this page subscribes.
  const query = useQuery({ ...clusterQuery(name), refetchInterval: 2_000 });
  return (
    <Loaded query={query} action="read the check">
      {(cluster) =>
        cluster === undefined || cluster === null ? (
          <p className="dimmed">The check starts…</p>
        ) : (
          <Stack>
            <Verdict cluster={cluster} />
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
    </Loaded>
  );
}

function Verdict({ cluster }: { readonly cluster: ClusterFieldsFragment }) {
  switch (cluster.connection.state) {
    case 'REJECTED':
      return (
        <Notice tone="broken" isAnnounced>
          The check failed. Fix the steps marked below, then check again; nothing was touched.
        </Notice>
      );
    case 'CHECKING':
      return <Notice tone="active">The check is running.</Notice>;
    default:
      return (
        <Notice tone="ok" isAnnounced>
          {cluster.name} passed the check and is being watched.
        </Notice>
      );
  }
}
