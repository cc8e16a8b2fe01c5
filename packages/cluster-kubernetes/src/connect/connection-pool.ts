import type { Clock, ClusterConnectionDetails } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { ClusterConnection } from './cluster-connection.js';
import type { EndpointPolicy } from './endpoint-policy.js';
import type { ClusterTokenSource } from './token-cache.js';

interface PooledConnection {
  readonly connection: ClusterConnection;
  /** Details that the connection was created with: a cluster's endpoint or CA may change. */
  readonly madeFor: string;
}

/** Keeps one connection per cluster. */
export class ConnectionPool {
  readonly #options: {
    readonly tokens: ClusterTokenSource;
    readonly clock: Clock;
    readonly endpoints: EndpointPolicy;
  };

  readonly #kept = new Map<ClusterId, PooledConnection>();

  constructor(options: {
    readonly tokens: ClusterTokenSource;
    readonly clock: Clock;
    readonly endpoints: EndpointPolicy;
  }) {
    this.#options = options;
  }

  /**
   * @throws CLUSTER.INVALID, CLUSTER.ENDPOINT_REFUSED for an endpoint to which a token must not be
   * sent
   */
  get(details: ClusterConnectionDetails): ClusterConnection {
    const madeFor = JSON.stringify([
      details.endpoint,
      details.certificateAuthority,
      details.target,
    ]);
    const known = this.#kept.get(details.clusterId);
    if (known?.madeFor === madeFor) return known.connection;
    const connection = new ClusterConnection({ details, ...this.#options });
    this.#kept.set(details.clusterId, { connection, madeFor });
    // Running calls on the old connection finish; its idle sockets close on their own.
    return connection;
  }

  async close(): Promise<void> {
    const connections = Array.from(this.#kept.values(), ({ connection }) => connection);
    this.#kept.clear();
    await Promise.all(connections.map((connection) => connection.close()));
  }
}
