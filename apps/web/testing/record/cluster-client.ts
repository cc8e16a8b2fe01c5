import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const kubeconfig = z.object({
  clusters: z.array(
    z.object({
      name: z.string(),
      cluster: z.object({ server: z.string(), 'certificate-authority-data': z.string() }),
    }),
  ),
  users: z.array(z.object({ name: z.string(), user: z.object({ token: z.string() }) })),
});

/** An object to write, as in a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: object;
  readonly template?: object;
}

const plurals: Readonly<Record<string, string>> = {
  CapacityBuffer: 'capacitybuffers',
  Deployment: 'deployments',
  EC2NodeClass: 'ec2nodeclasses',
  Job: 'jobs',
  Namespace: 'namespaces',
  Node: 'nodes',
  NodeClaim: 'nodeclaims',
  NodeOverlay: 'nodeoverlays',
  NodePool: 'nodepools',
  Pod: 'pods',
  PodDisruptionBudget: 'poddisruptionbudgets',
};

/** A cluster of the sandbox through its own API, as `kubectl` uses it. */
export class ClusterClient {
  readonly #server: string;
  readonly #ca: Buffer;
  readonly #token: string;

  /** @param name of the cluster, which is also the name of its user */
  constructor(kubeconfigFile: string, name: string) {
    const { clusters, users } = kubeconfig.parse(parse(readFileSync(kubeconfigFile, 'utf8')));
    const cluster = clusters.find((each) => each.name === name)?.cluster;
    const user = users.find((each) => each.name === name)?.user;
    if (cluster === undefined || user === undefined) throw new Error(`No cluster named ${name}.`);
    this.#server = cluster.server;
    this.#ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
    this.#token = user.token;
  }

  /** Creates or updates objects, as `kubectl apply --server-side` does. */
  async apply(...manifests: readonly Manifest[]): Promise<void> {
    for (const manifest of manifests) {
      const path = `${pathOf(manifest)}?fieldManager=record&force=true`;
      await this.#send('PATCH', path, 'application/apply-patch+yaml', JSON.stringify(manifest));
    }
  }

  async delete(manifest: Manifest): Promise<void> {
    await this.#send('DELETE', pathOf(manifest));
  }

  async scale(deployment: Manifest, replicas: number): Promise<void> {
    await this.apply({ ...deployment, spec: { ...deployment.spec, replicas } });
  }

  /** Returns the number of running pods with the label `app`. */
  async countRunning(app: string): Promise<number> {
    const text = await this.#send('GET', `/api/v1/pods?labelSelector=app%3D${app}`);
    const {
      items,
    }: { readonly items: readonly { readonly status: { readonly phase?: string } }[] } =
      JSON.parse(text);
    return items.filter(({ status }) => status.phase === 'Running').length;
  }

  #send(method: string, path: string, contentType?: string, body?: string): Promise<string> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    };
    return new Promise((resolve, reject) => {
      const options = { method, headers, ca: this.#ca };
      const sent = request(`${this.#server}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if ((response.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`The cluster refuses ${method} ${path}: ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function pathOf({ apiVersion, kind, metadata }: Manifest): string {
  const prefix = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
  return `${prefix}${scope}/${plurals[kind]}/${metadata.name}`;
}
