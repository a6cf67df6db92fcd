/**
 * A button in a row of a live list.
 * It stays disabled in a removed row, so that nothing moves.
 */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { useRestoreFocusAfterRemoval } from './restore-focus.ts'

export interface RowButtonProps {
  /** Accessible name with the row's subject. */
  label?: string | undefined
  /** Subject of the action, if it can change in place. */
  actsOn?: string
  busy?: boolean
  /** True if the row is removed but frozen during interaction. */
  gone?: boolean
  /** True for the main action of the panel. */
  isNext?: boolean
  /** -1 in tables with their own keyboard navigation. */
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
  const off = useCommandsDisabled()
  return (
    <Button
      ref={useRestoreFocusAfterRemoval()}
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
