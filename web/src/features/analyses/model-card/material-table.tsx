/** Table by material: number of boxes, and correctly named ones. */
import type { ReactNode } from 'react'
import { MATERIALS, type Material } from '#domain/city.ts'
import { materialColor, materialLabel } from '#web/lib/format/names.ts'
import { useScroller } from '#web/lib/hooks/scroller.ts'
import table from '#web/ui/figure-table.module.css'
import classes from './model-card.module.css'

export interface MaterialTableProps {
  label: string
  /** Heads of the columns after the material's. */
  heads: readonly string[]
  cells(material: Material): readonly ReactNode[]
  /** Cells of the total row. */
  total: readonly ReactNode[]
}

export function MaterialTable({ label, heads, cells, total }: MaterialTableProps) {
  const scroller = useScroller<HTMLDivElement>()
  return (
    <div {...scroller} className={table.scroll}>
      <table className={`${table.table} ${classes.materials}`} aria-label={label}>
        <thead>
          <Row of="Material" head cells={heads} />
        </thead>
        <tbody>
          {MATERIALS.map((material) => (
            <Row
              key={material}
              of={
                <>
                  <i className={classes.swatch} style={{ background: materialColor(material) }} aria-hidden="true" />
                  {materialLabel(material)}
                </>
              }
              cells={cells(material)}
            />
          ))}
        </tbody>
        <tfoot>
          <Row of="All" cells={total} />
        </tfoot>
      </table>
    </div>
  )
}

function Row({ of, cells, head }: { of: ReactNode; cells: readonly ReactNode[]; head?: boolean }) {
  const Cell = head ? 'th' : 'td'
  return (
    <tr>
      <th scope={head ? 'col' : 'row'}>{of}</th>
      {cells.map((cell, column) => (
        // Columns have a fixed order.
        <Cell key={column} scope={head ? 'col' : undefined}>
          {cell}
        </Cell>
      ))}
    </tr>
  )
}
