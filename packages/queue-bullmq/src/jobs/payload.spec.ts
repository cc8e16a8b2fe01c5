import { describe, expect, it } from 'vitest';
import { isJobName, jobCatalog } from './catalog.js';
import { readPayload, writePayload } from './payload.js';

/** Fields of all payloads; each contract reads its own. */
const everything = {
  clusterId: 'clu_1',
  batchId: 'bat_1',
  decisionId: 'dec_1',
  simulationId: 'sim_1',
  nodeClaimId: 'ncl_1',
  nodeClaimIds: ['ncl_1', 'ncl_2'],
  kind: 'NodePool',
  name: 'default',
  eventId: 'evt_1',
  deliveryId: 'dlv_1',
  sealedUrl: 'sealed',
  text: 'Approved',
  isForAll: true,
} as const;
const names = Object.keys(jobCatalog).filter(isJobName);
/** The jobs of the queue `fleet` that belong to no cluster. */
const ofNoCluster = names.filter((name) => name.startsWith('notification.'));
const ofCluster = names.filter((name) => !ofNoCluster.includes(name));

describe('the payload of a job', () => {
  it.each(names)('%s is stored with a version and read without it', (name) => {
    const { payload } = jobCatalog[name];
    const stored: unknown = JSON.parse(JSON.stringify(writePayload(name, everything)));
    expect(stored).toMatchObject({ v: 1 });
    expect(readPayload(name, stored)).toEqual({ ok: true, payload: payload.parse(everything) });
  });

  it.each(ofCluster)('%s without a version is read as version 1', (name) => {
    expect(readPayload(name, { ...everything })).toMatchObject({
      ok: true,
      payload: { clusterId: 'clu_1' },
    });
  });

  it.each(ofNoCluster)('%s without its fields is refused', (name) => {
    expect(readPayload(name, { v: 1, clusterId: 'clu_1' })).toMatchObject({ ok: false });
  });

  it.each(ofCluster)('%s of a newer version or without a cluster is refused', (name) => {
    expect(readPayload(name, { ...everything, v: 2 })).toEqual({
      ok: false,
      problem: 'a newer version of Kerf wrote it (format 2; this version reads up to 1)',
    });
    expect(readPayload(name, { ...everything, clusterId: '' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('clusterId'),
    });
  });

  it.each([null, 'text', { v: 'one' }])('is refused if it is %j', (data) => {
    expect(readPayload('disruption.plan', data)).toMatchObject({ ok: false });
  });
});

it('does not accept inherited properties as job names', () => {
  expect(isJobName('toString')).toBe(false);
});
