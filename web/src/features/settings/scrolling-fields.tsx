/** Fields side by side; many of them scroll. */
import type { ReactNode } from 'react'
import { useScroller } from '#web/lib/hooks/scroller.ts'
import { FieldGrid } from '#web/ui/fields.tsx'
import classes from './configuration.module.css'

const MAX_UNSCROLLED = 12

export function ScrollingFields({ count, cols = 2, children }: { count: number; cols?: 2 | 3; children: ReactNode }) {
  const scroller = useScroller<HTMLDivElement>()
  const grid = <FieldGrid cols={cols}>{children}</FieldGrid>
  if (count <= MAX_UNSCROLLED) return grid
  return (
    <div {...scroller} className={classes.many}>
      {grid}
    </div>
  )
}
