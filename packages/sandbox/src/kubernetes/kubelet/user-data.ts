import type { StringMap } from '../resources/kube-object.js';
import type { Taint } from '../resources/types/node.js';
import type { Quantities } from '../resources/types/pod.js';

/** What an instance's user data tells its kubelet, whatever the family it is written for. */
export interface NodeBootstrap {
  readonly clusterName: string;
  readonly endpoint: string;
  /** Base64 of PEM. */
  readonly certificateAuthority: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  readonly maxPods: number | undefined;
  readonly kubeReserved: Quantities | undefined;
  readonly systemReserved: Quantities | undefined;
  /** E.g. `memory.available`: `100Mi`. */
  readonly evictionHard: StringMap | undefined;
}

export type ReadUserData = (userData: string) => Partial<NodeBootstrap> | null;

/** `a=1,b=2` as it stands after `--node-labels`. */
export function parseLabelList(text: string): StringMap {
  return Object.fromEntries(
    text
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const separator = pair.indexOf('=');
        return separator < 0 ? [pair, ''] : [pair.slice(0, separator), pair.slice(separator + 1)];
      }),
  );
}

/** `key=value:Effect,key:Effect` as it stands after `--register-with-taints`. */
export function parseTaintList(text: string): readonly Taint[] {
  return text
    .split(',')
    .filter((taint) => taint !== '')
    .map((taint) => {
      const colon = taint.lastIndexOf(':');
      const [key = '', value = ''] = taint.slice(0, colon).split('=');
      const effect = taint.slice(colon + 1);
      return value === '' ? { key, effect } : { key, value, effect };
    });
}
