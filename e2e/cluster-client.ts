import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadYaml,
  PatchStrategy,
  type V1Node,
  type V1Pod,
} from '@kubernetes/client-node';

/** The columns of `kubectl get nodeclaims` that the tests need. */
export interface NodeClaimStatus {
  readonly name: string;
  readonly nodeName: string | undefined;
  readonly isReady: boolean;
}

interface NodeClassStatus {
  readonly subnets: readonly { readonly id: string; readonly zone: string }[];
  readonly amis: readonly { readonly id: string; readonly name: string }[];
}

interface NodeClaimObject {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly nodeName?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** A client of a cluster's own API, as an operator's script would use it. */
export class ClusterClient {
  readonly #apps: AppsV1Api;
  readonly #core: CoreV1Api;
  readonly #custom: CustomObjectsApi;
  readonly #objects: KubernetesObjectApi;

  constructor(kubeconfig: string, context: string) {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    config.setCurrentContext(context);
    this.#apps = config.makeApiClient(AppsV1Api);
    this.#core = config.makeApiClient(CoreV1Api);
    this.#custom = config.makeApiClient(CustomObjectsApi);
    this.#objects = KubernetesObjectApi.makeApiClient(config);
  }

  async create(manifest: string): Promise<void> {
    await this.#objects.create(loadYaml<KubernetesObject>(manifest));
  }

  /** Merges the manifest into the object. */
  async update(manifest: string): Promise<void> {
    await this.#objects.patch(
      loadYaml<KubernetesObject>(manifest),
      undefined,
      undefined,
      undefined,
      undefined,
      PatchStrategy.MergePatch,
    );
  }

  async annotatePod(name: string, annotations: Readonly<Record<string, string>>): Promise<void> {
    const metadata = { name, namespace: 'default', annotations };
    const pod: KubernetesObject = { apiVersion: 'v1', kind: 'Pod', metadata };
    await this.#objects.patch(
      pod,
      undefined,
      undefined,
      undefined,
      undefined,
      PatchStrategy.MergePatch,
    );
  }

  async delete(manifest: string): Promise<void> {
    await this.#objects.delete(loadYaml<KubernetesObject>(manifest));
  }

  async scale(name: string, replicas: number): Promise<void> {
    const target = { namespace: 'default', name };
    const body = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: target,
      spec: { replicas },
    };
    await this.#apps.replaceNamespacedDeploymentScale({ ...target, body });
  }

  async podsOf(app: string): Promise<readonly V1Pod[]> {
    const labelSelector = `app=${app}`;
    return (await this.#core.listNamespacedPod({ namespace: 'default', labelSelector })).items;
  }

  async nodesOf(nodePool: string): Promise<readonly V1Node[]> {
    const labelSelector = `karpenter.sh/nodepool=${nodePool}`;
    return (await this.#core.listNode({ labelSelector })).items;
  }

  /** Returns the status that Kerf wrote for an EC2NodeClass. */
  async nodeClassStatus(name: string): Promise<NodeClassStatus> {
    const object: { readonly status: NodeClassStatus } = await this.#custom.getClusterCustomObject({
      group: 'karpenter.k8s.aws',
      version: 'v1',
      plural: 'ec2nodeclasses',
      name,
    });
    return object.status;
  }

  async nodeClaims(): Promise<readonly NodeClaimStatus[]> {
    const list: { readonly items: readonly NodeClaimObject[] } =
      await this.#custom.listClusterCustomObject({
        group: 'karpenter.sh',
        version: 'v1',
        plural: 'nodeclaims',
      });
    return list.items.map(({ metadata, status }) => ({
      name: metadata.name,
      nodeName: status?.nodeName,
      isReady: status?.conditions?.some(isReady) ?? false,
    }));
  }
}

const isReady = ({ type, status }: { readonly type: string; readonly status: string }): boolean =>
  type === 'Ready' && status === 'True';
