/** Range of the visible rows below a table, with buttons to other pages. */

import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { figure } from '#web/lib/format/numbers.ts'
import { pageOf } from '#web/lib/hooks/table-state.ts'
import classes from './data-table.module.css'

export interface DataTablePagerProps {
  page: number
  size: number
  total: number
  /** Plural name of the rows: 'users'. */
  of: string
  turnTo(page: number): void
}

export function DataTablePager({ page, size, total, of, turnTo }: DataTablePagerProps) {
  const { first, last, pages } = pageOf(page, size, total)
  return (
    <nav className={classes.pager} aria-label={`Pages of ${of}`}>
      <p className={classes.range} role="status">
        {figure(first)}–{figure(last)} of {figure(total)} {of}
      </p>
      {pages > 1 && (
        <div className={classes.turn}>
          <Button
            variant="default"
            mih={44}
            leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
            disabled={page <= 1}
            onClick={() => turnTo(page - 1)}
          >
            Previous
          </Button>
          <Button
            variant="default"
            mih={44}
            rightSection={<IconChevronRight size={16} aria-hidden="true" />}
            disabled={page >= pages}
            onClick={() => turnTo(page + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </nav>
  )
}
