/** Fields side by side; many of them scroll. */
import type { ReactNode } from 'react'
import { FieldGrid } from '#web/components/field-grid.tsx'
import { useScroller } from '#web/hooks/scroller.ts'
import classes from './configuration.module.css'

const FEW = 12

export function FewOrMany({ count, cols = 2, children }: { count: number; cols?: 2 | 3; children: ReactNode }) {
  const scroller = useScroller<HTMLDivElement>()
  const grid = <FieldGrid cols={cols}>{children}</FieldGrid>
  if (count <= FEW) return grid
  return (
    <div {...scroller} className={classes.many}>
      {grid}
    </div>
  )
}
