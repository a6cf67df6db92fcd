/** '3 new – show': number of rows that wait for the user's interaction to end, and a button that shows them. */

import { UnstyledButton } from '@mantine/core'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { figure } from '#web/lib/format/numbers.ts'
import type { FrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { FreezeRegionContext } from '#web/lib/hooks/region.ts'
import classes from './new-rows.module.css'

export interface NewRowsProps extends Pick<FrozenRows<unknown>, 'waiting' | 'show'> {
  /** Plural name of the rows: 'reports'. */
  of: string
}

/** Renders into the header of its region through a portal. */
export function NewRows({ waiting, show, of }: NewRowsProps) {
  const { element, news } = useContext(FreezeRegionContext)
  if (!news || waiting === 0) return null
  const count = figure(waiting)
  const letIn = (byKeyboard: boolean) => {
    show()
    if (!byKeyboard || !element) return
    // The button disappears, so the region takes the focus.
    // The next Tab continues there, and a second Enter acts on no row.
    element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  return createPortal(
    <UnstyledButton
      className={classes.news}
      aria-label={`Show ${count} new ${of}`}
      onClick={({ detail }) => letIn(detail === 0)}
    >
      {count} new – show
    </UnstyledButton>,
    news,
  )
}
