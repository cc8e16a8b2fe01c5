import {
  type AttachedVolume,
  type ObjectMeta,
  readVolumeAttachment,
  type VolumeAttachment,
} from '@kerf/application';
import type { TableParts } from './cache-budget.js';
import { Groups } from './groups.js';
import { ObjectTable } from './object-table.js';

const noVolumes: readonly AttachedVolume[] = Object.freeze([]);

/** The VolumeAttachments of the cluster, by node and by volume. */
export class VolumeAttachments {
  readonly table: ObjectTable<VolumeAttachment>;
  readonly #byNode = new Groups<VolumeAttachment>();
  readonly #byVolume = new Groups<VolumeAttachment>();

  /** @param onChange called with the name of the node whose attachments changed */
  constructor(parts: TableParts, onChange: (nodeName: string) => void) {
    this.table = new ObjectTable({
      subject: 'volumeattachments',
      ...parts,
      keyOf: ({ name }: ObjectMeta) => name,
      read: readVolumeAttachment,
      onChange: ({ before, after }) => {
        if (before !== null) this.#delete(before);
        if (after !== null) this.#add(after);
        for (const row of [before, after]) if (row !== null) onChange(row.nodeName);
      },
      onForget: (rows) => {
        for (const row of rows) {
          this.#delete(row);
          onChange(row.nodeName);
        }
      },
    });
  }

  /** @param claimOf returns the claim of a volume as `namespace/name` */
  volumesOf(
    nodeName: string,
    claimOf: (volume: string) => string | null,
  ): readonly AttachedVolume[] {
    const rows = this.#byNode.get(nodeName);
    if (rows.size === 0) return noVolumes;
    return Object.freeze(
      Array.from(rows, ({ volume }) => Object.freeze({ volume, claim: claimOf(volume) })),
    );
  }

  /** Returns the names of the nodes that a volume is attached to. */
  nodesOf(volume: string): readonly string[] {
    return Array.from(this.#byVolume.get(volume), ({ nodeName }) => nodeName);
  }

  #add(row: VolumeAttachment): void {
    this.#byNode.add(row.nodeName, row);
    this.#byVolume.add(row.volume, row);
  }

  #delete(row: VolumeAttachment): void {
    this.#byNode.delete(row.nodeName, row);
    this.#byVolume.delete(row.volume, row);
  }
}
