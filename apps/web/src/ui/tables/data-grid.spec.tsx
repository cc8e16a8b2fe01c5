import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setPreferences } from '../../lib/browser/preferences.js';
import { DataGrid } from './data-grid.js';
import type { GridColumn } from './grid-column.js';

interface Row {
  readonly id: string;
}

const column = { header: 'Name', widthPx: 100, renderCell: ({ id }: Row) => id };
const columns: readonly GridColumn<Row>[] = [{ ...column, id: 'name' }];
const rows: readonly Row[] = Array.from({ length: 2_000 }, (_, index) => ({ id: `row ${index}` }));

/** A grid of 2,000 rows; returns its scrolling element. */
function renderGrid(onVisible?: (firstRow: number, lastRow: number) => void): HTMLElement {
  render(
    <MantineProvider>
      <DataGrid
        id="rows"
        label="Rows"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        {...(onVisible === undefined ? {} : { onVisible })}
      />
    </MantineProvider>,
  );
  const scroller = screen.getByRole('grid').parentElement;
  if (scroller === null) throw new TypeError('the grid has no scrolling element');
  return scroller;
}

const shownRows = (): readonly string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

/** Scrolls to a row of 28 px. jsdom has no layout, so the scroll position is set here. */
function scrollTo(scroller: HTMLElement, index: number): void {
  scroller.scrollTop = index * 28;
  fireEvent.scroll(scroller);
}

describe('a long table', () => {
  it('renders only the visible rows and a few below them', () => {
    renderGrid();
    expect(shownRows()).toContain('row 0');
    expect(shownRows().length).toBeLessThan(40);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2001');
  });

  it('moves from row to row, past the heads of groups', async () => {
    const user = userEvent.setup();
    const opened: string[] = [];
    render(
      <MantineProvider>
        <DataGrid
          id="groups"
          label="Groups"
          columns={columns}
          rows={[{ id: 'a east' }, { id: 'b west' }]}
          rowId={({ id }) => id}
          groupOf={({ id }) => id.split(' ')[1] ?? ''}
          onOpen={({ id }) => opened.push(id)}
        />
      </MantineProvider>,
    );
    expect(shownRows()).toEqual(['east (1)', 'a east', 'west (1)', 'b west']);
    await user.keyboard('jj{Enter}');
    expect(opened).toEqual(['b west']);
  });

  it('renders other rows when it is scrolled, at their position in the list', () => {
    const scroller = renderGrid();
    scrollTo(scroller, 1_000);
    expect(shownRows()).not.toContain('row 0');
    const row = screen.getByRole('row', { name: 'row 1000' });
    expect(row.getAttribute('aria-rowindex')).toBe('1002');
    expect(row.style.transform).toBe('translateY(28000px)');
  });

  it('reports the visible rows', () => {
    const reported: [number, number][] = [];
    const scroller = renderGrid((firstRow, lastRow) => reported.push([firstRow, lastRow]));
    scrollTo(scroller, 1_000);
    const [firstRow = 0, lastRow = 0] = reported.at(-1) ?? [];
    expect(Math.abs(firstRow - 1_000)).toBeLessThan(3);
    expect(Math.abs(lastRow - 1_002)).toBeLessThan(3);
  });

  it('moves the focus to the last row and back by keyboard', async () => {
    const user = userEvent.setup();
    renderGrid();
    await user.keyboard('j{End}');
    expect(document.activeElement?.textContent).toBe('row 1999');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('row 1998');
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('row 0');
  });

  it('scrolls to the row that gets the focus', async () => {
    const user = userEvent.setup();
    const scroller = renderGrid();
    const contentPx = 29 + 2_000 * 28;
    Object.defineProperty(scroller, 'scrollHeight', { value: contentPx });
    const positions: number[] = [];
    scroller.scrollTo = (options?: ScrollToOptions | number) => {
      if (typeof options === 'object') positions.push(options.top ?? 0);
    };
    await user.keyboard('j{End}');
    expect(positions.at(-1)).toBe(contentPx - scroller.clientHeight);
  });

  it('keeps the focused row while other rows are scrolled into view', async () => {
    const user = userEvent.setup();
    const scroller = renderGrid();
    await user.keyboard('j');
    scrollTo(scroller, 1_000);
    expect(shownRows()).toContain('row 1000');
    expect(document.activeElement?.textContent).toBe('row 0');
  });
});

describe('the columns of a table', () => {
  const texts: readonly GridColumn<Row>[] = [
    {
      id: 'name',
      header: 'Name',
      widthPx: 100,
      isPinned: true,
      textOf: ({ id }) => id,
      renderCell: ({ id }) => id,
    },
    { id: 'zone', header: 'Zone', widthPx: 64, renderCell: () => 'z' },
    { id: 'note', header: 'Note', widthPx: 60, grows: true, renderCell: () => 'n' },
  ];
  const renderTexts = (id: string, shown = texts) =>
    render(
      <MantineProvider>
        <DataGrid
          id="texts"
          label="Texts"
          columns={shown}
          rows={[{ id }]}
          rowId={(row) => row.id}
        />
      </MantineProvider>,
    );
  const tracks = () =>
    screen.getByRole('grid').parentElement?.style.getPropertyValue('--grid-columns');

  it('with names take the free width that their longest name needs, before others', () => {
    renderTexts('x'.repeat(40));
    expect(tracks()).toBe('minmax(100px, 302px) 64px minmax(60px, 60fr)');
  });

  it('with names are as wide as in the code if the names are short', () => {
    renderTexts('x');
    expect(tracks()).toBe('minmax(100px, 100px) 64px minmax(60px, 60fr)');
  });

  it('are wide enough for their headers and the arrow of the sort order', () => {
    const long = { id: 'long', header: 'Disruptions allowed', widthPx: 50, renderCell: () => '1' };
    renderTexts('x', [long, { ...long, id: 'box', renderHead: () => 'select' }]);
    expect(tracks()).toBe('158px 50px');
  });

  it('are in the order that was chosen, and the pinned ones first', () => {
    setPreferences({ columnOrder: { texts: ['note', 'zone'] } });
    renderTexts('x');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Note',
      'Zone',
    ]);
    setPreferences({ columnOrder: {} });
  });
});
