import type { NotificationsQuery } from '../../gql/graphql.js';
import { FilterSelect } from '../../ui/controls/filter-select.js';
import { Row } from '../../ui/layout/layout.js';
import type { NotificationsSearch } from './notifications.search.js';
import { deliveryStates } from './notifications-text.js';

export interface DeliveryFiltersProps {
  readonly search: NotificationsSearch;
  readonly settings: Pick<NotificationsQuery, 'notificationChannels' | 'notificationEventKinds'>;
  readonly onSearch: (change: NotificationsSearch) => void;
}

const states = (['PENDING', 'DELIVERED', 'FAILED', 'MUTED'] as const).map((value) => ({
  value,
  label: deliveryStates[value].label,
}));

/** Filters of the deliveries. */
export function DeliveryFilters({ search, settings, onSearch }: DeliveryFiltersProps) {
  return (
    <Row>
      <FilterSelect
        label="Channel of deliveries"
        allLabel="All channels"
        options={settings.notificationChannels.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.channel}
        onChange={(channel) => onSearch({ channel })}
      />
      <FilterSelect
        label="State of deliveries"
        allLabel="All states"
        options={states}
        value={search.state}
        onChange={(state) => onSearch({ state })}
      />
      <FilterSelect
        label="Event of deliveries"
        allLabel="All events"
        options={settings.notificationEventKinds.map(({ kind }) => ({ value: kind, label: kind }))}
        value={search.event}
        onChange={(event) => onSearch({ event })}
        widthPx={220}
      />
    </Row>
  );
}
