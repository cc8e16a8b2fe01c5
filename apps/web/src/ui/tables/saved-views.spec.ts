import { describe, expect, it } from 'vitest';
import {
  isShown,
  toShownSearch,
  toView,
  toViewSearch,
  withoutView,
  withView,
} from './saved-views.js';

const arrangement = {
  hiddenColumns: { nodes: ['zone', 'age'] },
  columnOrder: { nodes: ['name', 'price'] },
  savedViews: {},
};
const view = toView('nodes', 'Idle', '?q=spot&sort=-price&node=a&selected=a,b', arrangement);

describe('the query of a saved view', () => {
  it.each([
    ['', ''],
    ['?node=a&selected=a', ''],
    ['?open=x&view=manifest&q=a%20b&sort=-price', '?q=a+b&sort=-price'],
    ['?tab=pools&claim=a&q=b', '?q=b'],
  ])('of %s is %s', (search, expected) => {
    expect(toViewSearch(search)).toBe(expected);
  });
});

describe('a saved view', () => {
  it('is shown on the tab on which it was chosen', () => {
    expect(toShownSearch(view, '?tab=pools&q=x&open=y')).toBe('?q=spot&sort=-price&tab=pools');
    expect(toShownSearch(view, '?q=x')).toBe('?q=spot&sort=-price');
  });

  it('has the filters, order and columns of its table', () => {
    expect(view).toEqual({
      name: 'Idle',
      search: '?q=spot&sort=-price',
      hiddenColumns: ['zone', 'age'],
      columnOrder: ['name', 'price'],
    });
  });

  it('is shown whatever is open, and however its query is ordered', () => {
    const hiddenColumns = { nodes: ['age', 'zone'] };
    const same = { ...arrangement, hiddenColumns };
    expect(isShown('nodes', view, '?sort=-price&q=spot&node=b', same)).toBe(true);
    expect(isShown('nodes', view, '?q=spot', same)).toBe(false);
    expect(isShown('nodes', view, view.search, { ...same, columnOrder: {} })).toBe(false);
    expect(isShown('nodes', view, view.search, { ...same, hiddenColumns: {} })).toBe(false);
  });

  it('replaces one of the same name, and leaves those of other tables', () => {
    const savedViews = { nodes: [{ ...view, search: '' }], fleet: [view] };
    const replaced = withView({ ...arrangement, savedViews }, 'nodes', view);
    expect(replaced).toEqual({ nodes: [view], fleet: [view] });
    expect(withoutView({ ...arrangement, savedViews: replaced }, 'nodes', 'Idle')).toEqual({
      nodes: [],
      fleet: [view],
    });
  });
});
