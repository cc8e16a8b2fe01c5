import type { ChangeNotice, ChangePublisher } from '@kerf/application';
import { changesChannel } from '../channels.js';
import type { Db } from '../client.js';
import { type Notice, sendNotices } from './notices.js';

export function createChangePublisher(db: Db): ChangePublisher {
  return { publish: (change) => sendNotices(db, [changeNotice(change)]) };
}

export const changeNotice = (change: ChangeNotice): Notice => ({
  channel: changesChannel,
  text: JSON.stringify(change),
});
