/**
 * A table with search, sort and pages on the server.
 * It shows columns on wide screens and cards on narrow ones.
 */
import { useMediaQuery } from '@mantine/hooks'
import { useTable } from '@tanstack/react-table'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableGrid } from './data-table-grid.tsx'
import { NewRows } from './new-rows.tsx'
import { type DataTableProps, features } from './table-parts.ts'

export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, question = '', stale = false } = props
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { shown, gone, ...news } = useHeldRows(rows, `${question} ${stale}`)
  const table = useTable({ features, data: shown, columns, getRowId: (row) => row.id })
  const View = narrow ? DataTableCards : DataTableGrid
  return (
    <>
      <NewRows {...news} of={label} />
      <View {...props} table={table} gone={gone} />
    </>
  )
}
