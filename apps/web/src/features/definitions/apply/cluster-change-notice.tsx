import { CopyBlock } from '../../../ui/controls/copy-block.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { toClusterChange } from './cluster-change.js';

interface ClusterChangeNoticeProps {
  readonly kind: string;
  readonly name: string;
  readonly clusterName: string;
  /** The manifest in the cluster. */
  readonly before: string;
  /** The manifest that it should be. */
  readonly after: string;
}

/** Says how a definition that the cluster owns gets the change of the editor. */
export function ClusterChangeNotice(props: ClusterChangeNoticeProps) {
  const { kind, name, clusterName, before, after } = props;
  const { command, owner } = toClusterChange({ kind, name }, before, after);
  return (
    <Notice tone="attention">
      <p>
        {kind} {name} is an object of cluster {clusterName}: Kerf does not change it.{' '}
        {owner === null
          ? 'Change it with kubectl in the context of that cluster:'
          : `${owner} applies it from a repository: change it there, or a change by kubectl is undone at its next synchronization. The same change by kubectl:`}
      </p>
      <CopyBlock text={command} name="the command" />
    </Notice>
  );
}
