/** A data table on a wide screen: columns whose heads sort. */
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { flexRender, type Header } from '@tanstack/react-table'
import classes from './data-table.module.css'
import type { ShownTable } from './data-table.tsx'

export function DataTableGrid<R extends { id: string }>({ label, table, sortBy, stale, greyed, hand }: ShownTable<R>) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} sortBy={sortBy} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody {...hand}>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-greyed={greyed?.(row.original) || undefined}>
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head<R>({ header, sortBy }: { header: Header<R, unknown>; sortBy?: ShownTable<{ id: string }>['sortBy'] }) {
  const { column } = header
  const { meta } = column.columnDef
  const name = flexRender(column.columnDef.header, header.getContext())
  const sorted = column.getIsSorted()
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort
  const sortable = sortBy && column.columnDef.enableSorting
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
