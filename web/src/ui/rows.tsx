/** Parts of a live list: buttons in rows, and the button for new rows. */
import { t } from '@lingui/core/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, type FrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import classes from './controls.module.css'
import { useRestoreFocusAfterRemoval } from './use-command.tsx'

interface RowButtonProps {
  /** Accessible name of the button; it includes the name of the row's object. */
  label?: string | undefined
  /**
   * Id of the object on which the button acts.
   * Set it if the object can change while the button stays; see app/press-guard.ts.
   */
  actsOn?: string
  busy?: boolean
  /** True if a removed row stays visible only during interaction with the list. */
  gone?: boolean
  /** True for the main action of the panel. */
  isNext?: boolean
  /** Tab index: -1 in tables with their own keyboard navigation. */
  tabIndex?: -1
  className?: string | undefined
  act(): void
  children: ReactNode
}

/**
 * Button in a row of a live list.
 * After the row is removed, the button stays disabled in its place, so that nothing moves.
 */
export function RowButton({
  label,
  actsOn,
  busy,
  gone = false,
  isNext = false,
  tabIndex,
  className,
  act,
  children,
}: RowButtonProps) {
  const off = useCommandsDisabled()
  return (
    <Button
      ref={useRestoreFocusAfterRemoval()}
      variant={isNext ? 'filled' : 'default'}
      tabIndex={tabIndex}
      className={className}
      size="sm"
      mih="var(--row-control, 44px)"
      px="sm"
      flex="none"
      aria-label={label}
      aria-busy={busy}
      aria-disabled={gone}
      data-disabled={gone || undefined}
      data-acts-on={actsOn}
      onClick={() => !gone && act()}
      {...off}
    >
      {children}
    </Button>
  )
}

const newRowsNames = {
  collections: () => t`Collections`,
  deliveries: () => t`Deliveries`,
  notifications: () => t`Notifications`,
  reports: () => t`Reports`,
  routes: () => t`Routes`,
  rows: () => t`Rows`,
  trucks: () => t`Trucks`,
  vehicles: () => t`Vehicles`,
  zones: () => t`Zones`,
}

interface NewRowsProps extends Pick<FrozenRows<unknown>, 'waiting' | 'show'> {
  /** Kind of objects in the rows, which the button's text names. */
  of: keyof typeof newRowsNames
}

/**
 * Button that shows new rows.
 * A portal places it in the header of the panel.
 */
export function NewRowsButton({ waiting, show, of }: NewRowsProps) {
  const { element, news } = useContext(FreezeRegionContext)
  if (!news || waiting === 0) return null
  const text = t`${formatNumber(waiting)} new – show`
  const letIn = (byKeyboard: boolean) => {
    show()
    if (!byKeyboard || !element) return
    // The pressed button disappears, so the panel gets the focus.
    // The next Tab continues there, and a second Enter presses nothing.
    element.tabIndex = -1
    element.focus({ preventScroll: true })
  }
  return createPortal(
    <UnstyledButton
      className={classes.news}
      aria-label={accessibleActionNameOf(text, newRowsNames[of]())}
      onClick={({ detail }) => letIn(detail === 0)}
    >
      {text}
    </UnstyledButton>,
    news,
  )
}
