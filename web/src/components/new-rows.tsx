/** '3 new – show': how many rows wait until the hand has gone, and the button that lets them in at once. */

import { UnstyledButton } from '@mantine/core'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { figure } from '#web/format/numbers.ts'
import type { HeldRows } from '#web/hooks/held-rows.ts'
import { RegionContext } from '#web/hooks/region.ts'
import classes from './new-rows.module.css'

export interface NewRowsProps extends Pick<HeldRows<unknown>, 'waiting' | 'show'> {
  /** What the rows are: 'reports'. */
  of: string
}

/** It stands in its region's place for news, wherever it is drawn. */
export function NewRows({ waiting, show, of }: NewRowsProps) {
  const { element, news } = useContext(RegionContext)
  if (!news || waiting === 0) return null
  const count = figure(waiting)
  const letIn = (byKeyboard: boolean) => {
    show()
    if (!byKeyboard || !element) return
    // The button goes away: from here the next Tab leads on, and Enter once more does nothing to a row.
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
