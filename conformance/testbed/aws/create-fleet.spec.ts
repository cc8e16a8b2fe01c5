import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Fleets } from './create-fleet.ts';
import type { AwsAnswer, AwsRequest } from './http.ts';
import { noFaults, region } from './settings.ts';

const form = new URLSearchParams({
  Action: 'CreateFleet',
  ClientToken: 'claim-1',
  'LaunchTemplateConfigs.1.Overrides.1.InstanceType': 'm5.large',
  'LaunchTemplateConfigs.1.Overrides.1.AvailabilityZone': `${region}a`,
});
const request: AwsRequest = {
  method: 'POST',
  path: '/',
  headers: {},
  body: form.toString(),
  service: 'ec2',
  region,
  accessKeyId: 'a',
  action: 'CreateFleet',
  form: new Map(form),
};

it('remembers what a client token has launched, but no failure of the server', async () => {
  const statuses = [500, 200];
  let calls = 0;
  const forward = async (): Promise<AwsAnswer> => {
    calls += 1;
    return {
      status: statuses.shift() ?? 200,
      contentType: 'text/xml',
      body: `<call>${calls}</call>`,
    };
  };
  const fleets = new Fleets({ forward }, () => noFaults);
  const answers: string[] = [];
  for (let call = 1; call <= 3; call += 1) {
    const { answer, shim } = await fleets.create(request);
    answers.push(`${answer.status} ${answer.body} ${shim}`);
  }
  expect(answers).toEqual([
    '500 <call>1</call> cheapest',
    '200 <call>2</call> cheapest',
    '200 <call>2</call> token-repeated',
  ]);
});

it('passes launches on one after another, also after one that failed', async () => {
  let running = 0;
  let highest = 0;
  let calls = 0;
  const forward = async (): Promise<AwsAnswer> => {
    running += 1;
    calls += 1;
    highest = Math.max(highest, running);
    await sleep(5);
    running -= 1;
    if (calls === 1) throw new Error('moto is gone');
    return { status: 200, contentType: 'text/xml', body: '' };
  };
  const fleets = new Fleets({ forward }, () => noFaults);
  const tokenless = {
    ...request,
    form: new Map([...form].filter(([name]) => name !== 'ClientToken')),
  };
  const results = await Promise.allSettled([1, 2, 3].map(() => fleets.create(tokenless)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(highest).toBe(1);
});
