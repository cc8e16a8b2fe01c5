import type { DefinitionKind } from '@kerf/application';
import { DefinitionQueries } from '@kerf/db';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { notFound } from '../../contract/public-error.js';
import type { Call } from '../../handlers/handler-class.js';
import { withFields } from '../../handlers/with-fields.js';
import { nodeClassFields, nodePoolFields } from './definition.fields.js';
import {
  type NodeClassView,
  type NodePoolView,
  toNodeClassView,
  toNodePoolView,
} from './definition.mapper.js';
import type { nodeClassResource, nodePoolResource } from './definition.resource.js';
import type { Written } from './definition.writes.js';

const { revisions: _pool, ...poolFields } = nodePoolFields;
const { revisions: _class, ...classFields } = nodeClassFields;
export const nodePoolFieldsInRest = poolFields;
export const nodeClassFieldsInRest = classFields;

type PoolResource = z.output<typeof nodePoolResource>;
type ClassResource = z.output<typeof nodeClassResource>;

/** Reads NodePools and EC2NodeClasses. */
@Injectable()
export class DefinitionReads {
  constructor(@Inject(DefinitionQueries) readonly queries: DefinitionQueries) {}

  async nodePool(id: string): Promise<NodePoolView | null> {
    const record = await this.queries.findNodePool(id);
    return record === null ? null : toNodePoolView(record);
  }

  async nodeClass(id: string): Promise<NodeClassView | null> {
    const record = await this.queries.findNodeClass(id);
    return record === null ? null : toNodeClassView(record);
  }

  /**
   * Returns the response to a write.
   * @throws STATE.NOT_FOUND if it was removed meanwhile
   */
  async written(kind: DefinitionKind, written: Written, { fieldContext }: Call) {
    if (written.kind === 'Read') return written.reading;
    const { id } = written;
    if (kind === 'NodePool') {
      const pool = await this.nodePool(id);
      if (pool !== null)
        return withFields<NodePoolView, PoolResource>(pool, poolFields, fieldContext());
    } else {
      const nodeClass = await this.nodeClass(id);
      if (nodeClass !== null) {
        return withFields<NodeClassView, ClassResource>(nodeClass, classFields, fieldContext());
      }
    }
    throw notFound(`${kind} ${id} not found.`);
  }
}
