import { Button } from '../../../ui/controls/controls.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Row } from '../../../ui/layout/layout.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { EditConflict } from './apply-text.js';
import { type StoredManifest, useStoredManifest } from './use-stored-manifest.js';

export interface EditConflictNoticeProps {
  readonly conflict: EditConflict;
  readonly clusterId: string;
  /** `NodePool/general`. */
  readonly edit: string;
  readonly onLoadStored: (stored: StoredManifest) => void;
  /** Called with the version that the text may replace. */
  readonly onKeepText: (version: number) => void;
}

/** Says that another user changed or deleted the definition, and asks which version to keep. */
export function EditConflictNotice(props: EditConflictNoticeProps) {
  const { conflict, clusterId, edit, onLoadStored, onKeepText } = props;
  const { title, baseVersion, storedVersion } = conflict;
  if (storedVersion === null) {
    return (
      <Notice
        tone="broken"
        isAnnounced
        label="Edit conflict"
        action={
          <Button variant="default" size="compact-xs" onClick={() => onKeepText(0)}>
            Create it again
          </Button>
        }
      >
        <strong>{title} was deleted since you opened it.</strong> You started from version{' '}
        {baseVersion}.
      </Notice>
    );
  }
  return (
    <ChangedNotice
      key={storedVersion}
      {...{
        title,
        baseVersion,
        storedVersion,
        clusterId,
        edit,
        onLoadStored,
        onKeepText,
      }}
    />
  );
}

interface ChangedNoticeProps extends Omit<EditConflictNoticeProps, 'conflict'>, EditConflict {
  readonly storedVersion: number;
}

function ChangedNotice(props: ChangedNoticeProps) {
  const { title, baseVersion, storedVersion, clusterId, edit, onLoadStored, onKeepText } = props;
  const { stored } = useStoredManifest(clusterId, edit, storedVersion);
  const version = stored?.version ?? storedVersion;
  return (
    <Notice
      tone="broken"
      isAnnounced
      label="Edit conflict"
      action={
        <Row gap="xs">
          <Button
            variant="default"
            size="compact-xs"
            loading={stored === undefined}
            onClick={() => stored !== undefined && onLoadStored(stored)}
          >
            Load version {version}, discard my text
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => onKeepText(version)}>
            Keep my text, replace version {version}
          </Button>
        </Row>
      }
    >
      <strong>{title} was changed since you opened it.</strong> You started from version{' '}
      {baseVersion}; version {version} was saved
      {stored?.saved !== undefined && (
        <>
          {' '}
          by {stored.saved.by} <RelativeTime at={stored.saved.at} />
        </>
      )}
      . Saving your text would undo that change; the difference is shown below.
    </Notice>
  );
}
