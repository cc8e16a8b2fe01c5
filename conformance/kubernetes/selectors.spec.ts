import { type JsonObject, listAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { useKubernetes } from './testing/use-kubernetes.js';

const cluster = useKubernetes();
const namespace = 'conformance-selectors';
const pods = `/api/v1/namespaces/${namespace}/pods`;

const aPod = (name: string, labels: JsonObject, spec: JsonObject = {}): JsonObject => ({
  metadata: { name, labels },
  spec: { schedulerName: 'nobody', containers: [{ name: 'c', image: 'none' }], ...spec },
});

beforeAll(async () => {
  await cluster.namespace(namespace);
  await cluster.call('POST', pods, aPod('a', { tier: 'web', size: '3' }));
  await cluster.call('POST', pods, aPod('b', { tier: 'db', size: '10', old: '' }));
  await cluster.call('POST', pods, aPod('c', {}, { restartPolicy: 'Never' }));
  await cluster.call('POST', `${pods}/c/binding`, {
    metadata: { name: 'c' },
    target: { kind: 'Node', name: 'conformance-elsewhere' },
  });
});

const select = async (query: Readonly<Record<string, string>>) => {
  const { code, body } = await cluster.call('GET', `${pods}?${new URLSearchParams(query)}`);
  return code === 200
    ? listAt(body, 'items')
        .map((item) => stringAt(item, 'metadata', 'name'))
        .join(' ')
    : `${code} ${stringAt(body, 'message')}`;
};

describe('a label selector', () => {
  it.each([
    ['tier=web', 'a'],
    ['tier==web', 'a'],
    ['tier!=web', 'b c'],
    ['tier in (web,db)', 'a b'],
    ['tier notin (web)', 'b c'],
    ['tier', 'a b'],
    ['!tier', 'c'],
    ['size>3', 'b'],
    ['size<10', 'a'],
    ['old=', 'b'],
    ['tier,size<10', 'a'],
    ['tier in ()', ''],
    ['tier=web,', "400 found '', expected: identifier after ','"],
    ['tier in', "400 unable to parse requirement: found '' expected: '('"],
    ['tier in (b', "400 unable to parse requirement: found '', expected: ',' or ')'"],
    [
      'size>x',
      "400 unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('%s selects %j', async (labelSelector, expected) => {
    expect(await select({ labelSelector })).toBe(expected);
  });
});

describe('a field selector', () => {
  it.each([
    ['metadata.name=a', 'a'],
    ['metadata.name!=a', 'b c'],
    [`metadata.namespace=${namespace}`, 'a b c'],
    ['spec.nodeName=', 'a b'],
    ['spec.nodeName=conformance-elsewhere', 'c'],
    ['spec.restartPolicy=Never', 'c'],
    ['spec.schedulerName=nobody', 'a b c'],
    ['spec.schedulerName=default-scheduler', ''],
    ['status.phase=Pending', 'a b c'],
    ['status.phase!=Pending', ''],
    ['status.nominatedNodeName=', 'a b c'],
    ['spec.serviceAccountName=default', 'a b c'],
    ['status.podIP=', 'a b c'],
    ['spec.hostNetwork=false', 'a b c'],
    ['spec.priority=0', '400 field label not supported: spec.priority'],
    ['metadata.uid=x', '400 field label not supported: metadata.uid'],
    [
      'spec.nodeName in (a)',
      "400 invalid selector: 'spec.nodeName in (a)'; can't understand 'spec.nodeName in (a)'",
    ],
  ])('%s of pods selects %j', async (fieldSelector, expected) => {
    expect(await select({ fieldSelector })).toBe(expected);
  });

  it.each([
    ['/api/v1/nodes', 'spec.unschedulable=true', 200],
    ['/api/v1/nodes', 'metadata.name=x', 200],
    ['/api/v1/nodes', 'status.phase=x', 400],
    ['/api/v1/namespaces', 'status.phase=Active', 200],
    ['/api/v1/events', 'involvedObject.uid=x,reason=y,type=Warning', 200],
    ['/apis/apps/v1/replicasets', 'status.replicas=0', 400],
    ['/apis/batch/v1/jobs', 'status.successful=0', 200],
    ['/apis/apps/v1/deployments', 'spec.replicas=1', 400],
    ['/api/v1/secrets', 'type=Opaque', 200],
  ])('on %s, %s is answered with %i', async (path, fieldSelector, code) => {
    const query = new URLSearchParams({ fieldSelector });
    expect((await cluster.call('GET', `${path}?${query}`)).code).toBe(code);
  });
});
