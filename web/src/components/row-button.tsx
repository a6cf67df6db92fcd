/** A button in a row of a live list. Where its row is gone it stays, so that nothing moves, and does nothing. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOff } from '#web/hooks/past.ts'
import { useFocusBehind } from './focus-after.ts'

export interface RowButtonProps {
  /** Its whole name, with the row that it is about, where what it says is not enough. */
  label?: string | undefined
  /** What a press of it does, where that changes while it stands there. */
  actsOn?: string
  busy?: boolean
  /** The row is only still here because a hand is at the list. */
  gone?: boolean
  /** It is the next best action of all that its panel offers. */
  isNext?: boolean
  /** -1: the Tab key passes it, in a table that has keys of its own. */
  tabIndex?: -1
  className?: string | undefined
  act(): void
  children: ReactNode
}

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
  const off = useOff()
  return (
    <Button
      ref={useFocusBehind()}
      variant={isNext ? 'filled' : 'default'}
      tabIndex={tabIndex}
      className={className}
      size="sm"
      h="var(--row-control, 44px)"
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
