import { type Cluster, dataOf, itemsOf } from '@kerf/client';
import { alertThresholds, brakeSettings, pauses, spendLimits } from './brake-resources.js';
import { findCluster, known, listClusters, ofClusters, query } from './lists.js';
import { age, dollars, managerText, percent } from './output/values.js';
import { resource } from './resource.js';
import { decisionStates, livingClaimStates, nodeClaimStates, nodeStates } from './states.js';

const clusters = resource({
  name: 'clusters',
  noun: 'Cluster',
  aliases: ['cluster'],
  filters: ['search', 'state'],
  topics: ['CLUSTER', 'NODES'],
  list: listClusters,
  isNamed: ({ id, name }, wanted) => id === wanted || name === wanted,
  nameOf: ({ name }) => `cluster/${name}`,
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'REGION', of: ({ region }) => region },
    { title: 'MODE', of: ({ effectiveMode }) => effectiveMode },
    { title: 'STATE', of: ({ connection }) => connection.state },
    { title: 'NODES', of: ({ summary }) => summary?.nodes },
    { title: 'PENDING', of: ({ summary }) => summary?.pendingPods },
    { title: 'DECISIONS', of: ({ summary }) => summary?.awaitingDecisions },
    { title: 'PER HOUR', of: ({ summary }) => dollars(summary?.price ?? null) },
  ],
});

const nodes = resource({
  name: 'nodes',
  noun: 'Node',
  aliases: ['node', 'no'],
  filters: ['cluster', 'pool', 'state', 'search', 'selector', 'fieldSelector'],
  topics: ['NODES'],
  list: (client, { cluster, pool, state, search, selector, fieldSelector }) =>
    ofClusters(client, cluster, (name) =>
      itemsOf((cursor) =>
        dataOf(
          client.GET('/api/v1/clusters/{cluster}/nodes', {
            params: {
              path: { cluster: name },
              query: query({
                cursor,
                search,
                nodePool: pool,
                state: known(nodeStates, state),
                labelSelector: selector,
                fieldSelector,
              }),
            },
          }),
        ),
      ),
    ),
  isNamed: ({ name }, wanted) => name === wanted,
  nameOf: ({ name }) => `node/${name}`,
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'POOL', of: ({ nodePool }) => nodePool },
    { title: 'TYPE', of: ({ instanceType }) => instanceType },
    { title: 'ZONE', of: ({ zone }) => zone },
    { title: 'CAPACITY', of: ({ capacityType }) => capacityType },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'PODS', of: ({ podCount, podCapacity }) => `${podCount}/${podCapacity}` },
    { title: 'CPU', of: (node) => percent(node.cpuRequestedMilli, node.cpuAllocatableMilli) },
    {
      title: 'MEMORY',
      of: (node) => percent(node.memoryRequestedBytes, node.memoryAllocatableBytes),
    },
    { title: 'PER HOUR', of: ({ price }) => dollars(price) },
    { title: 'AGE', of: ({ createdAt }) => age(createdAt, Date.now()) },
  ],
});

const nodeClaims = resource({
  name: 'nodeclaims',
  noun: 'NodeClaim',
  aliases: ['nodeclaim', 'node-claims'],
  filters: ['cluster', 'pool', 'state', 'fieldSelector', 'all'],
  topics: ['NODE_CLAIM'],
  list: (client, { cluster, pool, state, fieldSelector, all }) =>
    ofClusters(client, cluster, (name) =>
      itemsOf((cursor) =>
        dataOf(
          client.GET('/api/v1/clusters/{cluster}/node-claims', {
            params: {
              path: { cluster: name },
              query: query({
                cursor,
                nodePool: pool,
                state:
                  known(nodeClaimStates, state) ?? (all === true ? undefined : livingClaimStates),
                fieldSelector,
              }),
            },
          }),
        ),
      ),
    ),
  isNamed: ({ id, name }, wanted) => id === wanted || name === wanted,
  nameOf: ({ name }) => `nodeclaim/${name}`,
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'POOL', of: ({ nodePool }) => nodePool },
    { title: 'TYPE', of: ({ instanceType }) => instanceType },
    { title: 'ZONE', of: ({ zone }) => zone },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'NODE', of: ({ nodeName }) => nodeName },
    { title: 'DECISION', of: ({ decisionId }) => decisionId },
    { title: 'AGE', of: ({ requestedAt }) => age(requestedAt, Date.now()) },
  ],
});

const nodePools = resource({
  name: 'nodepools',
  noun: 'NodePool',
  aliases: ['nodepool', 'node-pools', 'pools'],
  filters: ['cluster'],
  topics: ['DEFINITION', 'NODES'],
  list: (client, { cluster }) =>
    itemsOf((cursor) =>
      dataOf(client.GET('/api/v1/node-pools', { params: { query: query({ cursor, cluster }) } })),
    ),
  isNamed: ({ id, name }, wanted) => id === wanted || name === wanted,
  nameOf: ({ name }) => `nodepool/${name}`,
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'CLASS', of: ({ nodeClassName }) => nodeClassName },
    { title: 'READY', of: ({ isReady }) => (isReady ? 'yes' : 'no') },
    { title: 'WEIGHT', of: ({ weight }) => weight },
    { title: 'NODES', of: (pool) => pool.nodes },
    { title: 'PER HOUR', of: ({ price }) => dollars(price) },
    { title: 'SOURCE', of: ({ source }) => source },
    { title: 'MANAGED BY', of: ({ managedBy }) => managerText(managedBy) },
    { title: 'AGE', of: ({ createdAt }) => age(createdAt, Date.now()) },
  ],
});

const nodeClasses = resource({
  name: 'nodeclasses',
  noun: 'EC2NodeClass',
  aliases: ['nodeclass', 'node-classes', 'ec2nodeclasses', 'ec2nodeclass'],
  filters: ['cluster'],
  topics: ['DEFINITION'],
  list: (client, { cluster }) =>
    itemsOf((cursor) =>
      dataOf(client.GET('/api/v1/node-classes', { params: { query: query({ cursor, cluster }) } })),
    ),
  isNamed: ({ id, name }, wanted) => id === wanted || name === wanted,
  nameOf: ({ name }) => `nodeclass/${name}`,
  columns: [
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'READY', of: ({ isReady }) => (isReady ? 'yes' : 'no') },
    { title: 'AMI FAMILY', of: ({ amiFamily }) => amiFamily },
    { title: 'POOLS', of: (nodeClass) => nodeClass.nodePools.join(',') },
    { title: 'SOURCE', of: ({ source }) => source },
    { title: 'MANAGED BY', of: ({ managedBy }) => managerText(managedBy) },
    { title: 'AGE', of: ({ createdAt }) => age(createdAt, Date.now()) },
  ],
});

const pods = resource({
  name: 'pods',
  noun: 'Pending pod',
  aliases: ['pod', 'po', 'pending-pods'],
  filters: ['cluster', 'fieldSelector'],
  topics: ['PODS'],
  async *list(client, { cluster, fieldSelector }) {
    const items = itemsOf((cursor) =>
      dataOf(
        client.GET('/api/v1/pending-pods', {
          params: { query: query({ cursor, cluster, fieldSelector }) },
        }),
      ),
    );
    // Only of pods that are pending: a fleet has many more clusters.
    const clusterById = new Map<string, Cluster | null>();
    for await (const pod of items) {
      const { clusterId } = pod;
      if (!clusterById.has(clusterId)) {
        clusterById.set(clusterId, await findCluster(client, clusterId));
      }
      const { name = clusterId, effectiveMode = null } = clusterById.get(clusterId) ?? {};
      yield { ...pod, clusterName: name, clusterMode: effectiveMode };
    }
  },
  isNamed: ({ uid, namespace, name }, wanted) =>
    [uid, name, `${namespace}/${name}`].includes(wanted),
  nameOf: ({ namespace, name }) => `pod/${namespace}/${name}`,
  columns: [
    { title: 'NAMESPACE', of: ({ namespace }) => namespace },
    { title: 'NAME', of: ({ name }) => name },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'OWNER', of: ({ ownerKind, ownerName }) => `${ownerKind}/${ownerName}` },
    { title: 'VERDICT', of: ({ verdict }) => verdict?.kind },
    { title: 'REASONS', of: ({ verdict }) => verdict?.reasons.map(({ code }) => code).join(',') },
    { title: 'DECISION', of: ({ verdict }) => verdict?.decisionId },
    { title: 'PENDING', of: ({ createdAt }) => age(createdAt, Date.now()) },
  ],
});

const decisions = resource({
  name: 'decisions',
  noun: 'Decision',
  aliases: ['decision', 'de'],
  filters: ['cluster', 'pool', 'state'],
  topics: ['DECISION'],
  list: (client, { cluster, pool, state }) =>
    itemsOf((cursor) =>
      dataOf(
        client.GET('/api/v1/decisions', {
          params: {
            query: query({ cursor, cluster, nodePool: pool, state: known(decisionStates, state) }),
          },
        }),
      ),
    ),
  isNamed: ({ id }, wanted) => id === wanted,
  nameOf: ({ id }) => `decision/${id}`,
  columns: [
    { title: 'ID', of: ({ id }) => id },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'KIND', of: ({ kind }) => kind },
    { title: 'STATE', of: ({ state }) => state },
    { title: 'POOLS', of: (decision) => decision.nodePools.join(',') },
    { title: 'NODES', of: ({ nodeCount }) => nodeCount },
    { title: 'PODS', of: ({ podCount }) => podCount },
    { title: 'PER HOUR', of: ({ costChange }) => dollars(costChange) },
    { title: 'AGE', of: ({ proposedAt }) => age(proposedAt, Date.now()) },
  ],
});

const interruptions = resource({
  name: 'interruptions',
  noun: 'Interruption',
  aliases: ['interruption'],
  filters: ['cluster', 'pool'],
  topics: ['NODES', 'NODE_CLAIM'],
  list: (client, { cluster, pool }) =>
    itemsOf((cursor) =>
      dataOf(
        client.GET('/api/v1/interruptions', {
          params: { query: query({ cursor, cluster, nodePool: pool }) },
        }),
      ),
    ),
  isNamed: ({ id }, wanted) => id === wanted,
  nameOf: ({ id }) => `interruption/${id}`,
  columns: [
    { title: 'ID', of: ({ id }) => id },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'KIND', of: ({ kind }) => kind },
    { title: 'OUTCOME', of: ({ outcome }) => outcome },
    { title: 'NODE', of: ({ nodeName }) => nodeName },
    { title: 'RECEIVED', of: ({ receivedAt }) => receivedAt },
  ],
});

const incidents = resource({
  name: 'incidents',
  noun: 'Incident',
  aliases: ['incident'],
  filters: ['cluster', 'all'],
  topics: ['INCIDENT'],
  list: (client, { cluster, all }) =>
    itemsOf((cursor) =>
      dataOf(
        client.GET('/api/v1/incidents', {
          params: { query: query({ cursor, cluster, isOpen: all === true ? undefined : 'true' }) },
        }),
      ),
    ),
  isNamed: ({ id }, wanted) => id === wanted,
  nameOf: ({ id }) => `incident/${id}`,
  columns: [
    { title: 'ID', of: ({ id }) => id },
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'KIND', of: ({ kind }) => kind },
    { title: 'SEVERITY', of: ({ severity }) => severity },
    { title: 'OBJECT', of: ({ object }) => object },
    { title: 'STATE', of: ({ endedAt }) => (endedAt === null ? 'OPEN' : 'CLOSED') },
    { title: 'STARTED', of: ({ startedAt }) => age(startedAt, Date.now()) },
    { title: 'CAUSE', of: ({ cause }) => cause },
  ],
});

const findings = resource({
  name: 'findings',
  noun: 'Finding',
  aliases: ['finding'],
  filters: ['cluster'],
  topics: ['CLUSTER'],
  async *list(client, { cluster }) {
    for await (const found of listClusters(client, {})) {
      if (cluster !== undefined && cluster !== found.name && cluster !== found.id) continue;
      yield* found.findings.map((finding) => ({ ...finding, clusterName: found.name }));
    }
  },
  isNamed: ({ code, object }, wanted) => [code, object, `${code}/${object}`].includes(wanted),
  nameOf: ({ code, object }) => `finding/${code}/${object}`,
  columns: [
    { title: 'CLUSTER', of: ({ clusterName }) => clusterName },
    { title: 'CODE', of: ({ code }) => code },
    { title: 'OBJECT', of: ({ object }) => object },
    { title: 'COUNT', of: ({ count }) => count },
    { title: 'LAST', of: ({ lastSeenAt }) => age(lastSeenAt, Date.now()) },
    { title: 'MESSAGE', of: ({ message }) => message },
  ],
});

/** Everything that `get` lists. */
export const resources = {
  clusters,
  nodes,
  nodeClaims,
  nodePools,
  nodeClasses,
  pods,
  decisions,
  interruptions,
  incidents,
  findings,
  pauses,
  spendLimits,
  alertThresholds,
  brakeSettings,
} as const;

/** Every name of a resource, for errors and completion. */
export const resourceNames: readonly string[] = Object.values(resources).map(({ name }) => name);
