/**
 * A table that the server searches, sorts and pages, with state in the address.
 * It has columns on wide screens, cards on narrow ones.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './input-styles.ts'
import { Button, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ColumnDef, type Header, type ReactTable, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { type FrozenRows, RowRemovedContext, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import classes from './data-table.module.css'
import { useKeyboardScrollable } from './page.tsx'
import { NewRowsButton } from './rows.tsx'

interface ColumnMeta {
  /**
   * Place of the value on a card: as heading, beside it, or without label.
   * By default the card shows 'name: value'.
   */
  card?: 'heading' | 'aside' | 'plain'
  /** CSS width of the column. */
  width?: string
  align?: 'end'
  /** True if the heading of the column sorts the table. */
  sortable?: boolean
}

/** Uses no feature of the table library, because the server sorts, searches and pages. */
const features = tableFeatures({ columnMeta: {} as ColumnMeta })
type TableFeatures = typeof features
export type DataTableColumn<R extends { id: string }> = ColumnDef<TableFeatures, R>

interface DataTableProps<R extends { id: string }> {
  label: string
  columns: DataTableColumn<R>[]
  rows: readonly R[]
  /** Sorted column and direction; undefined if the order cannot be changed. */
  sorting?: { id: string; desc: boolean }
  sortBy?(column: string, order: 'asc' | 'desc'): void
  /** Identifies the query (search, order and page) whose result the rows are. */
  question?: string
  /** True while the shown rows still belong to an earlier query. */
  stale?: boolean
  /** Returns whether a row is shown in grey. */
  greyed?(row: R): boolean
}

/** Props that the layouts with columns and with cards share. */
interface TableViewProps<R extends { id: string }>
  extends Pick<DataTableProps<R>, 'label' | 'sorting' | 'sortBy' | 'stale' | 'greyed'> {
  table: ReactTable<TableFeatures, R>
  /** Returns whether a row was removed, but stays visible while the user interacts with the table. */
  gone: FrozenRows<R>['gone']
}

export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { columns, rows, question = '', stale = false } = props
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { shown, gone, ...news } = useFrozenRows(rows, `${question} ${stale}`)
  const table = useTable({ features, data: shown, columns, getRowId: (row) => row.id })
  const View = narrow ? DataTableCards : DataTableGrid
  return (
    <>
      <NewRowsButton {...news} of="rows" />
      <View {...props} table={table} gone={gone} />
    </>
  )
}

/** The table on phones: cards for rows, and a sort field. */
function DataTableCards<R extends { id: string }>(props: TableViewProps<R>) {
  const { label, table, sorting, sortBy, stale, greyed, gone } = props
  return (
    <>
      {sortBy && <SortField table={table} sorting={sorting} sortBy={sortBy} />}
      <ul className={classes.cards} aria-label={label} aria-busy={stale}>
        {table.getRowModel().rows.map((row) => {
          const cells = row.getAllCells()
          const of = (place?: string) => cells.filter((cell) => cell.column.columnDef.meta?.card === place)
          const content = (cell: (typeof cells)[number]) => (
            <div key={cell.id}>
              <table.FlexRender cell={cell} />
            </div>
          )
          return (
            <li key={row.id} className={classes.card} data-greyed={greyed?.(row.original) || gone(row.id) || undefined}>
              <div className={classes.cardHead}>
                <div className={classes.cardName}>{of('heading').map(content)}</div>
                {of('aside').map(content)}
              </div>
              <dl className={classes.facts}>
                {of().map((cell) => (
                  <div key={cell.id}>
                    <dt>{String(cell.column.columnDef.header)}</dt>
                    <dd>{content(cell)}</dd>
                  </div>
                ))}
              </dl>
              <RowRemovedContext value={gone(row.id)}>{of('plain').map(content)}</RowRemovedContext>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type SortFieldProps<R extends { id: string }> = Pick<TableViewProps<R>, 'table' | 'sorting'> &
  Required<Pick<TableViewProps<R>, 'sortBy'>>

function SortField<R extends { id: string }>({ table, sorting, sortBy }: SortFieldProps<R>) {
  const columns = table.getAllColumns().filter(({ columnDef }) => columnDef.meta?.sortable)
  const ways = columns.flatMap(({ id, columnDef: { header } }) => [
    { value: `${id} asc`, label: t`${String(header)}, ascending` },
    { value: `${id} desc`, label: t`${String(header)}, descending` },
  ])
  return (
    <NativeSelect
      label={t`Sort by`}
      size="md"
      data={ways}
      value={sorting ? `${sorting.id} ${sorting.desc ? 'desc' : 'asc'}` : undefined}
      onChange={(event) => {
        const [column = '', order] = event.currentTarget.value.split(' ')
        sortBy(column, order === 'desc' ? 'desc' : 'asc')
      }}
    />
  )
}

/**
 * The table on wide screens.
 * Its column headings sort it.
 */
function DataTableGrid<R extends { id: string }>(props: TableViewProps<R>) {
  const { label, table, sorting, sortBy, stale, greyed, gone } = props
  const scroller = useKeyboardScrollable<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <ColumnHead key={header.id} header={header} sorting={sorting} sortBy={sortBy}>
                  <table.FlexRender header={header} />
                </ColumnHead>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-greyed={greyed?.(row.original) || gone(row.id) || undefined}>
              <RowRemovedContext value={gone(row.id)}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </RowRemovedContext>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ColumnHeadProps<R extends { id: string }> extends Pick<TableViewProps<R>, 'sorting' | 'sortBy'> {
  header: Header<TableFeatures, R>
  children: ReactNode
}

function ColumnHead<R extends { id: string }>({
  header: { column },
  sorting,
  sortBy,
  children: name,
}: ColumnHeadProps<R>) {
  const { meta } = column.columnDef
  const sorted = sorting?.id === column.id && (sorting.desc ? 'desc' : 'asc')
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort
  const sortable = sortBy && meta?.sortable
  return (
    <th
      scope="col"
      style={{ width: meta?.width }}
      data-align={meta?.align}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sortable ? (
        <UnstyledButton className={classes.sort} onClick={() => sortBy(column.id, sorted === 'asc' ? 'desc' : 'asc')}>
          {name}
          <Icon size={14} aria-hidden="true" data-on={Boolean(sorted) || undefined} />
        </UnstyledButton>
      ) : (
        name
      )}
    </th>
  )
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Placeholder of a table while its first rows load. */
export function DataTableSkeleton({ rows = SKELETON_ROWS.length }: { rows?: number }) {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {SKELETON_ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} height={48} />
      ))}
    </div>
  )
}

const pagerTexts = {
  entries: {
    label: () => t`Pages of entries`,
    range: (first: string, last: string, total: number) =>
      t`${first}–${last} of ${plural(total, { one: '# entry', other: '# entries' })}`,
  },
  findings: {
    label: () => t`Pages of findings`,
    range: (first: string, last: string, total: number) =>
      t`${first}–${last} of ${plural(total, { one: '# finding', other: '# findings' })}`,
  },
  reports: {
    label: () => t`Pages of reports`,
    range: (first: string, last: string, total: number) =>
      t`${first}–${last} of ${plural(total, { one: '# report', other: '# reports' })}`,
  },
  users: {
    label: () => t`Pages of users`,
    range: (first: string, last: string, total: number) =>
      t`${first}–${last} of ${plural(total, { one: '# user', other: '# users' })}`,
  },
}

/** Kind of object in the rows, such as users or reports. */
export type PagedRowKind = keyof typeof pagerTexts

interface DataTablePagerProps {
  page: number
  size: number
  total: number
  of: PagedRowKind
  turnTo(page: number): void
}

/** Shows which rows are visible, and has buttons to other pages. */
export function DataTablePager({ page, size, total, of, turnTo }: DataTablePagerProps) {
  const { first, last, pages } = pageRangeOf(page, size, total)
  return (
    <nav className={classes.pager} aria-label={pagerTexts[of].label()}>
      <p className={classes.range} role="status">
        {pagerTexts[of].range(formatNumber(first), formatNumber(last), total)}
      </p>
      {pages > 1 && (
        <div className={classes.turn}>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
            disabled={page <= 1}
            onClick={() => turnTo(page - 1)}
          >
            <Trans>Previous</Trans>
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden="true" />}
            disabled={page >= pages}
            onClick={() => turnTo(page + 1)}
          >
            <Trans>Next</Trans>
          </Button>
        </div>
      )}
    </nav>
  )
}

/** Returns the numbers of a page's first and last row (from 1), and the number of pages (at least 1). */
export function pageRangeOf(page: number, size: number, total: number): { first: number; last: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size))
  const first = total === 0 ? 0 : (page - 1) * size + 1
  return { first, last: Math.min(total, page * size), pages }
}

/** State of a table, stored in the address for reloads and links. */
export interface TableState {
  search: string
  sort: string
  order: 'asc' | 'desc'
  /** Page number, starting at 1. */
  page: number
}

/**
 * Default sort order.
 * It is left out of the address.
 */
type TableDefaults = Pick<TableState, 'sort' | 'order'>

/**
 * Returns a table's state and functions to change it.
 * `sortable` and `defaults` must be constants.
 * A new search replaces the browser's history entry; other changes add one.
 */
export function useTableState(defaults: TableDefaults, sortable: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const state = useMemo(() => readTableState(params, defaults, sortable), [params, defaults, sortable])
  const show = useCallback(
    (next: TableState) =>
      setParams((before) => writeTableState(before, next, defaults), {
        replace: next.search !== state.search,
        preventScrollReset: true,
      }),
    [setParams, defaults, state.search],
  )
  return { state, show }
}

const MAX_SEARCH_LENGTH = 100

/**
 * Parses the state of a table (search, order and page) from the page's address.
 * Defaults replace missing or invalid values.
 */
export function readTableState(
  params: URLSearchParams,
  defaults: TableDefaults,
  sortable: readonly string[],
): TableState {
  const sort = params.get('sort') ?? ''
  const known = sortable.includes(sort)
  const order = params.get('order')
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    sort: known ? sort : defaults.sort,
    order: order === 'asc' || order === 'desc' ? order : known ? 'asc' : defaults.order,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/**
 * Returns the address parameters with this state.
 * Other parameters stay unchanged.
 */
export function writeTableState(params: URLSearchParams, state: TableState, defaults: TableDefaults): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string, needed: boolean) => (needed ? next.set(name, value) : next.delete(name))
  const ordered = state.sort !== defaults.sort || state.order !== defaults.order
  set('search', state.search, state.search !== '')
  set('sort', state.sort, ordered)
  set('order', state.order, ordered)
  set('page', String(state.page), state.page > 1)
  return next
}

/**
 * Returns a table's state after a change.
 * Returns to page 1, unless the change sets the page.
 */
export function changeTableState(state: TableState, part: Partial<TableState>): TableState {
  return { ...state, page: 1, ...part }
}
