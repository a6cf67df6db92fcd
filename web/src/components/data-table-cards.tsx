/** Data table for phones: one card per row, and a sort field. */
import './inputs.ts'
import { NativeSelect } from '@mantine/core'
import { GoneContext } from '#web/hooks/region.ts'
import classes from './data-table.module.css'
import type { ShownTable } from './table-parts.ts'

export function DataTableCards<R extends { id: string }>(props: ShownTable<R>) {
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
              <GoneContext value={gone(row.id)}>{of('plain').map(content)}</GoneContext>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type SortFieldProps<R extends { id: string }> = Pick<ShownTable<R>, 'table' | 'sorting'> &
  Required<Pick<ShownTable<R>, 'sortBy'>>

function SortField<R extends { id: string }>({ table, sorting, sortBy }: SortFieldProps<R>) {
  const columns = table.getAllColumns().filter(({ columnDef }) => columnDef.meta?.sortable)
  const ways = columns.flatMap(({ id, columnDef: { header } }) => [
    { value: `${id} asc`, label: `${String(header)}, ascending` },
    { value: `${id} desc`, label: `${String(header)}, descending` },
  ])
  return (
    <NativeSelect
      label="Sort by"
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
