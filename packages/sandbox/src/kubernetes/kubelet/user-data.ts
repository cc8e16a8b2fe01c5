import type { StringMap } from '../resources/kube-object.js';
import type { Quantities } from '../resources/types/common.js';
import type { Taint } from '../resources/types/node.js';

/** The kubelet settings in user data, independent of the image family. */
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

/** Parses `a=1,b=2`, the value of `--node-labels`. */
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

/** Parses `key=value:Effect,key:Effect`, the value of `--register-with-taints`. */
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
