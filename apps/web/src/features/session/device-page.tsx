import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DecideDeviceDocument,
  type DecideDeviceInput,
  DeviceRequestDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { Button, TextInput } from '../../ui/controls/controls.js';
import { Failure } from '../../ui/feedback/failure.js';
import { Notice } from '../../ui/feedback/notice.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import { Row, Section, Stack } from '../../ui/layout/layout.js';
import { Page } from '../../ui/layout/page.js';

const route = getRouteApi('/shell/device');

/** Confirms a program that has no browser, such as the command line. */
export function DevicePage() {
  const { code } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(code ?? '');
  const waiting = useQuery({
    queryKey: ['device-request', code],
    queryFn: async ({ signal }) =>
      (await request(DeviceRequestDocument, { userCode: code ?? '' }, signal)).deviceRequest,
    enabled: code !== undefined,
    retry: false,
  });
  return (
    <Page title="Confirm a program" asOf={null}>
      <Section title="Code" isPanel>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ search: { code: typed.trim() }, replace: true });
          }}
        >
          <Row gap="md">
            <TextInput
              label="Code that the program shows"
              placeholder="BCDF-GHJK"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={typed.trim() === ''}>
              Find program
            </Button>
          </Row>
        </form>
      </Section>
      {waiting.error !== null && <Failure error={waiting.error} action="find the program" />}
      {waiting.data === null && (
        <Notice tone="attention" isAnnounced>
          No program waits under this code. Check the code, or start the program again.
        </Notice>
      )}
      {waiting.data !== null && waiting.data !== undefined && code !== undefined && (
        <DeviceDecision code={code} {...waiting.data} />
      )}
    </Page>
  );
}

interface DeviceDecisionProps {
  readonly code: string;
  readonly clientName: string;
  readonly address: string;
}

function DeviceDecision({ code, clientName, address }: DeviceDecisionProps) {
  const deciding = useMutation({
    mutationFn: async (input: Omit<DecideDeviceInput, 'userCode'>) =>
      (await request(DecideDeviceDocument, { input: { userCode: code, ...input } })).decideDevice,
  });
  const isDone = deciding.data?.request !== null && deciding.data !== undefined;
  if (isDone) {
    const isApproved = deciding.variables?.isApproved ?? false;
    return (
      <Notice tone={isApproved ? 'ok' : 'attention'} isAnnounced>
        {isApproved
          ? `${clientName} has access. Return to the program.`
          : `${clientName} was refused.`}
      </Notice>
    );
  }
  return (
    <Section title="Program" isPanel>
      <Stack gap="sm">
        <p>
          <strong>{clientName}</strong> asks for access from {address}. Confirm it only if you have
          just started it yourself and it shows the code {code.toUpperCase()}.
        </p>
        <p className="dimmed">
          It gets an API token for 30 days, which you can revoke in the settings.
        </p>
        <RequestErrors
          action="decide about the program"
          error={deciding.error}
          userErrors={deciding.data?.userErrors ?? []}
        />
        <Row>
          <Button
            loading={deciding.isPending}
            onClick={() => deciding.mutate({ isApproved: true, access: 'SAME' })}
          >
            Give my access
          </Button>
          <Button
            variant="default"
            onClick={() => deciding.mutate({ isApproved: true, access: 'READ' })}
          >
            Give read access
          </Button>
          <Button variant="default" onClick={() => deciding.mutate({ isApproved: false })}>
            Refuse
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}
