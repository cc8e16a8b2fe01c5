import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareText } from '@kerf/core';
import { z } from 'zod';
import { Fleet, until } from '../scenarios/fleet.ts';
import { nodeClass, nodePool, workload } from '../scenarios/objects.ts';
import { startKarpenter } from '../testbed/karpenter.ts';
import type { Program } from '../testbed/process.ts';
import { Product } from '../testbed/product.ts';
import { preparePrograms } from '../testbed/programs.ts';
import { Testbed } from '../testbed/testbed.ts';

const clusterName = 'migration';
/** NodePool and Deployment. */
const name = 'moved';
/** Four pods of 900m fill a node. */
const pool = nodePool(name, { instanceTypes: ['c6a.xlarge'] });
const bootMs = 2_000;
const changeSeconds = 180;
/** Several evaluations of disruption by either product. */
const quietMs = 60_000;

/** The instance of each NodeClaim, and the node of each pod. */
interface State {
  readonly claims: Readonly<Record<string, string | null>>;
  readonly pods: Readonly<Record<string, string>>;
}

const clusterBody = z.object({
  effectiveMode: z.string(),
  hold: z.object({ code: z.string() }).nullable(),
});
const claimList = z.object({ items: z.array(z.object({ name: z.string(), state: z.string() })) });

/**
 * Moves a cluster from the real Karpenter to Kerf and back as docs/migration.md says, while its pods
 * run, and checks that neither loses, replaces or launches a node without cause.
 * @throws at the first step that fails; data and logs are kept then
 */
export async function migrate(print: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-migration-'));
  print(`data and logs: ${folder}`);
  const programs = await preparePrograms();
  const testbed = await Testbed.start({ programs, folder, clusterName, bootMs });
  const karpenter = await startKarpenter(testbed, { folder, electsLeader: true });
  const product = await Product.start({ folder, awsUrl: testbed.bridge.url });
  try {
    await new Migration({ testbed, karpenter, product, print }).run();
  } finally {
    await karpenter.stop();
    await product.stop();
    await testbed.stop();
  }
  await rm(folder, { recursive: true });
}

interface Parts {
  readonly testbed: Testbed;
  readonly karpenter: Program;
  readonly product: Product;
  readonly print: (line: string) => void;
}

class Migration {
  readonly #parts: Parts;
  readonly #fleet: Fleet;

  constructor(parts: Parts) {
    const { testbed, product } = parts;
    this.#parts = parts;
    this.#fleet = new Fleet({
      folder: '',
      clusterName,
      kubeconfig: testbed.kubernetes.kubeconfig(),
      kubeconfigNobody: testbed.kubernetes.kubeconfig('nobody'),
      awsUrl: testbed.bridge.url,
      awsLog: '',
      auditLog: testbed.kubernetes.auditLog,
      kerfUrl: product.url,
      kerfToken: product.token,
      controlUrl: '',
    });
  }

  async run(): Promise<void> {
    const { karpenter, product } = this.#parts;
    const fleet = this.#fleet;
    await fleet.create(nodeClass(clusterName), pool, workload(name, { replicas: 12 }));
    const byKarpenter = await this.#settled(12, 3);
    this.#say('Karpenter has launched 3 nodes for 12 pods');

    await product.startWorker('worker-1');
    const kubeconfig = fleet.info.kubeconfig;
    await product.install({ clusterName, mode: 'AUTO', kubeconfig, withCrds: false });
    await until(
      changeSeconds,
      () => this.#cluster(),
      ({ effectiveMode, hold }) =>
        effectiveMode === 'OBSERVE' && hold?.code === 'KARPENTER_RUNNING',
    );
    await this.#expectUnchanged(byKarpenter);
    this.#say('Kerf holds the cluster in mode observe while Karpenter runs');

    await karpenter.stop();
    await this.#expectRecorded(Object.keys(byKarpenter.claims));
    await until(
      changeSeconds,
      () => this.#cluster(),
      ({ effectiveMode }) => effectiveMode === 'AUTO',
    );
    await this.#expectUnchanged(byKarpenter);
    this.#say('Kerf has adopted the nodes, and replaces none of them');

    await fleet.scale(name, 16);
    const withNew = await this.#settled(16, 4);
    const launched = newClaims(withNew, byKarpenter);
    this.#say('Kerf has launched a node for 4 more pods');
    const byBoth = await this.#replace(Object.keys(byKarpenter.claims)[0] ?? '', withNew);
    this.#say('Kerf has drained and replaced a node of Karpenter after kubectl delete nodeclaim');

    await fleet.kerf('DELETE', `/clusters/${clusterName}?confirmName=${clusterName}`);
    await product.stopWorker('worker-1');
    karpenter.restart();
    await this.#expectUnchanged(byBoth);
    this.#say('Karpenter has the nodes again, and replaces none of them');
    await this.#replace(launched[0] ?? '', byBoth);
    this.#say('Karpenter has drained and replaced a node of Kerf after kubectl delete nodeclaim');

    await fleet.delete(workload(name, { replicas: 0 }));
    await fleet.delete(pool);
    await fleet.delete(nodeClass(clusterName));
    await until(
      changeSeconds,
      async () => ({
        claims: await fleet.nodeClaims(),
        classes: (await fleet.objects.list('karpenter.k8s.aws/v1', 'EC2NodeClass')).items.length,
        instances: (await fleet.instances(name)).map(({ State }) => State?.Name),
      }),
      ({ claims, classes, instances }) =>
        claims.length === 0 && classes === 0 && instances.every((state) => state === 'terminated'),
    );
    this.#say('No object and no instance is left after the deletion');
  }

  #say(step: string): void {
    this.#parts.print(`ok    ${step}`);
  }

  async #cluster(): Promise<z.infer<typeof clusterBody>> {
    return clusterBody.parse(await this.#fleet.kerf('GET', `/clusters/${clusterName}`));
  }

  async #state(): Promise<State> {
    const [claims, pods] = await Promise.all([
      this.#fleet.nodeClaims(),
      this.#fleet.runningPods(name),
    ]);
    return {
      claims: Object.fromEntries(claims.map((claim) => [claim.name, claim.instanceId])),
      pods: Object.fromEntries(
        pods.map(({ metadata, spec }) => [metadata?.name ?? '', spec?.nodeName ?? '']),
      ),
    };
  }

  /** Waits until this many pods run on this many nodes. */
  #settled(pods: number, nodes: number): Promise<State> {
    return until(
      changeSeconds,
      () => this.#state(),
      (state) =>
        Object.keys(state.pods).length === pods &&
        Object.keys(state.claims).length === nodes &&
        !Object.values(state.claims).includes(null),
    );
  }

  /** Waits until Kerf has records of the NodeClaims, all of them nodes that may be used. */
  async #expectRecorded(names: readonly string[]): Promise<void> {
    await until(
      changeSeconds,
      async () =>
        claimList.parse(await this.#fleet.kerf('GET', `/clusters/${clusterName}/node-claims`))
          .items,
      (items) =>
        items.every(({ state }) => state === 'INITIALIZED') &&
        items
          .map((item) => item.name)
          .toSorted()
          .join() === names.toSorted().join(),
    );
  }

  /** @throws as soon as a pod or a NodeClaim is not as before */
  async #expectUnchanged(before: State): Promise<void> {
    const expected = inOrder(before);
    for (const end = Date.now() + quietMs; Date.now() < end; await sleep(1_000)) {
      const now = inOrder(await this.#state());
      if (now !== expected) throw new Error(`changed from ${expected} to ${now}`);
    }
  }

  /** Deletes a NodeClaim, and waits until another one has its pods. */
  async #replace(claim: string, before: State): Promise<State> {
    const metadata = { name: claim };
    await this.#fleet.delete({ apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', metadata });
    const instance = before.claims[claim];
    await until(
      changeSeconds,
      () => this.#fleet.instances(name),
      (instances) =>
        instances.some(
          ({ InstanceId, State }) => InstanceId === instance && State?.Name === 'terminated',
        ),
    );
    const after = await this.#settled(
      Object.keys(before.pods).length,
      Object.keys(before.claims).length,
    );
    if (claim in after.claims || newClaims(after, before).length !== 1) {
      throw new Error(`${claim} was not replaced by one node: ${inOrder(after)}`);
    }
    return after;
  }
}

const newClaims = (after: State, before: State): readonly string[] =>
  Object.keys(after.claims).filter((claim) => !(claim in before.claims));

const inOrder = ({ claims, pods }: State): string =>
  JSON.stringify(
    [claims, pods].map((each) => Object.entries(each).toSorted(([a], [b]) => compareText(a, b))),
  );
