import { z } from 'zod';
import { type AwsAnswer, type AwsRequest, json } from './http.ts';

const created = z.object({
  principalArn: z.string(),
  kubernetesGroups: z.array(z.string()).default([]),
});

/** EKS access entries, which moto lacks: they map the ARN of a role to Kubernetes groups. */
export class AccessEntries {
  readonly #groups = new Map<string, readonly string[]>();

  /** Returns the groups of a role; `null` without an entry. */
  groupsOf(roleArn: string): readonly string[] | null {
    return this.#groups.get(roleArn) ?? null;
  }

  /** Answers a request; `null` if it is not about access entries. */
  answer({ method, path, body }: AwsRequest): AwsAnswer | null {
    const [, cluster, encoded] =
      /^\/clusters\/([^/]+)\/access-entries(?:\/([^?]+))?/.exec(path) ?? [];
    if (cluster === undefined) return null;
    if (encoded === undefined) {
      return method === 'POST' ? this.#create(cluster, body) : this.#list();
    }
    const arn = decodeURIComponent(encoded);
    const entry = this.#describe(cluster, arn);
    if (method === 'DELETE') this.#groups.delete(arn);
    return entry;
  }

  #create(cluster: string, body: string): AwsAnswer {
    const { principalArn, kubernetesGroups } = created.parse(JSON.parse(body));
    if (this.#groups.has(principalArn)) {
      const message = 'The specified access entry resource is already in use on this cluster.';
      return {
        ...json({ message }, 'application/json'),
        status: 409,
        errorType: 'ResourceInUseException',
      };
    }
    this.#groups.set(principalArn, kubernetesGroups);
    return this.#describe(cluster, principalArn);
  }

  #list(): AwsAnswer {
    return json({ accessEntries: [...this.#groups.keys()] }, 'application/json');
  }

  #describe(clusterName: string, principalArn: string): AwsAnswer {
    const kubernetesGroups = this.#groups.get(principalArn) ?? [];
    const accessEntry = { clusterName, principalArn, kubernetesGroups, type: 'STANDARD' };
    return json({ accessEntry }, 'application/json');
  }
}
