/** A data table on a phone: a card for each row, and a field that sorts them. */
import { NativeSelect } from '@mantine/core'
import { type Cell, flexRender } from '@tanstack/react-table'
import classes from './data-table.module.css'
import type { ShownTable } from './data-table.tsx'

export function DataTableCards<R extends { id: string }>({ label, table, sortBy, stale, greyed, hand }: ShownTable<R>) {
  return (
    <>
      {sortBy && <SortField table={table} sortBy={sortBy} />}
      <ul className={classes.cards} aria-label={label} aria-busy={stale} {...hand}>
        {table.getRowModel().rows.map((row) => {
          const cells = row.getVisibleCells()
          const of = (place?: string) => cells.filter((cell) => cell.column.columnDef.meta?.card === place)
          return (
            <li key={row.id} className={classes.card} data-greyed={greyed?.(row.original) || undefined}>
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
              {of('plain').map(content)}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function content<R>(cell: Cell<R, unknown>) {
  return <div key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</div>
}

function SortField<R extends { id: string }>({ table, sortBy }: Required<Pick<ShownTable<R>, 'table' | 'sortBy'>>) {
  const columns = table.getAllColumns().filter(({ columnDef }) => columnDef.enableSorting)
  const [current] = table.getState().sorting
  const ways = columns.flatMap(({ id, columnDef: { header } }) => [
    { value: `${id} asc`, label: `${String(header)}, ascending` },
    { value: `${id} desc`, label: `${String(header)}, descending` },
  ])
  return (
    <NativeSelect
      label="Sort by"
      size="md"
      data={ways}
      value={current ? `${current.id} ${current.desc ? 'desc' : 'asc'}` : undefined}
      onChange={(event) => {
        const [column = '', order] = event.currentTarget.value.split(' ')
        sortBy(column, order === 'desc' ? 'desc' : 'asc')
      }}
    />
  )
}
