/** Data table for wide screens, with sortable column heads. */
import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Header } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { GoneContext } from '#web/hooks/region.ts'
import { useScroller } from '#web/hooks/scroller.ts'
import classes from './data-table.module.css'
import type { ShownTable, TableFeatures } from './table-parts.ts'

export function DataTableGrid<R extends { id: string }>(props: ShownTable<R>) {
  const { label, table, sorting, sortBy, stale, greyed, gone } = props
  const scroller = useScroller<HTMLDivElement>()
  return (
    <div {...scroller} className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-busy={stale}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} sorting={sorting} sortBy={sortBy}>
                  <table.FlexRender header={header} />
                </Head>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-greyed={greyed?.(row.original) || gone(row.id) || undefined}>
              <GoneContext value={gone(row.id)}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} data-align={cell.column.columnDef.meta?.align}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </GoneContext>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps<R extends { id: string }> extends Pick<ShownTable<R>, 'sorting' | 'sortBy'> {
  header: Header<TableFeatures, R>
  children: ReactNode
}

function Head<R extends { id: string }>({ header: { column }, sorting, sortBy, children: name }: HeadProps<R>) {
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
