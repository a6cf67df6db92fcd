/** Parts of a list of live rows: buttons inside rows, and the button that shows new rows. */
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
  /** Accessible name of the button. It includes the object that the button's row shows. */
  label?: string | undefined
  /**
   * Object on which the button acts.
   * Needed if the object can change while the button stays in place; see app/press-guard.ts.
   */
  actsOn?: string
  busy?: boolean
  /** True if the row was removed and stays visible only while the user interacts with the list. */
  gone?: boolean
  /** True for the main action of the panel. */
  isNext?: boolean
  /** Tab index: -1 in tables with their own keyboard navigation. */
  tabIndex?: -1
  className?: string | undefined
  act(): void
  children: ReactNode
}

/** A button in a row of a live list. In a removed row the button stays but is disabled, so that nothing moves. */
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
  /** Kind of object in the rows, which the button names. */
  of: keyof typeof newRowsNames
}

/** Button that shows new rows. It is rendered in the header of its panel through a portal. */
export function NewRowsButton({ waiting, show, of }: NewRowsProps) {
  const { element, news } = useContext(FreezeRegionContext)
  if (!news || waiting === 0) return null
  const text = t`${formatNumber(waiting)} new – show`
  const letIn = (byKeyboard: boolean) => {
    show()
    if (!byKeyboard || !element) return
    // The pressed button disappears, so the focus moves to the panel.
    // The next Tab continues from there, and a second Enter presses nothing.
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
