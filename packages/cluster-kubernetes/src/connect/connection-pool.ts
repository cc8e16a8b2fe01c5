import type { ClusterConnectionDetails } from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { ClusterConnection, type ClusterConnectionOptions } from './cluster-connection.js';

interface PooledConnection {
  readonly connection: ClusterConnection;
  /** Details that the connection was created with: a cluster's endpoint or CA may change. */
  readonly detailsKey: string;
}

/** Keeps one connection per cluster. */
export class ConnectionPool {
  readonly #options: Omit<ClusterConnectionOptions, 'details'>;

  readonly #connections = new Map<ClusterId, PooledConnection>();

  constructor(options: Omit<ClusterConnectionOptions, 'details'>) {
    this.#options = options;
  }

  /**
   * @throws CLUSTER.INVALID, CLUSTER.ENDPOINT_REFUSED for an endpoint to which a token must not be
   * sent
   */
  get(details: ClusterConnectionDetails): ClusterConnection {
    const detailsKey = JSON.stringify([
      details.endpoint,
      details.certificateAuthority,
      details.target,
    ]);
    const known = this.#connections.get(details.clusterId);
    if (known?.detailsKey === detailsKey) return known.connection;
    const connection = new ClusterConnection({ ...this.#options, details });
    this.#connections.set(details.clusterId, { connection, detailsKey });
    // Running calls on the old connection finish; its idle sockets close on their own.
    return connection;
  }

  async close(): Promise<void> {
    const connections = Array.from(this.#connections.values(), ({ connection }) => connection);
    this.#connections.clear();
    await Promise.all(connections.map((connection) => connection.close()));
  }
}
