import nodeClass from '../../../../../../examples/exercise/node-class.yaml?raw';
import nodePool from '../../../../../../examples/exercise/node-pool.yaml?raw';

/** The EC2NodeClass and the NodePool of the exercise, as one text. */
export const exerciseManifests = `${nodeClass.trimEnd()}\n---\n${nodePool}`;
