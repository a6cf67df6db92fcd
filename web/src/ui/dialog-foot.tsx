/** Foot of a dialog: the cancel button and the action. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import classes from './dialog-foot.module.css'

export interface DialogFootProps {
  /** Label of the action. */
  act: string
  /** Runs the action; without it the button submits its form. */
  onAct?: () => unknown
  close(): void
  /** Label of the cancel button. */
  out?: string
  /** True while the action runs. */
  pending: boolean
  /** True while the action is not available yet. */
  disabled?: boolean
  /** True for an action without undo; the cancel button then has the initial focus. */
  final?: boolean
  /** True if an offline browser stores the request, so that the action works offline. */
  isKept?: boolean
  className?: string | undefined
  /** Figures of the action, always visible. */
  children?: ReactNode
}

export function DialogFoot({
  act,
  onAct,
  close,
  out = 'Cancel',
  pending,
  disabled = false,
  final = false,
  isKept = false,
  className,
  children,
}: DialogFootProps) {
  const offNow = useCommandsDisabled()
  const off = isKept ? {} : offNow
  const deed = onAct ? { onClick: () => void onAct() } : { type: 'submit' as const }
  return (
    <>
      {off.title && (
        <Text size="sm" c="dimmed" role="status">
          {off.title}
        </Text>
      )}
      <div className={className ? `${classes.foot} ${className}` : classes.foot}>
        {children}
        <Group grow>
          <Button
            variant="default"
            size="md"
            mih={48}
            onClick={close}
            disabled={pending}
            data-autofocus={final || undefined}
          >
            {out}
          </Button>
          <Button
            {...deed}
            {...(final && { color: 'statusCritical.6' })}
            size="md"
            mih={48}
            px="xs"
            loading={pending}
            disabled={disabled}
            {...off}
          >
            {act}
          </Button>
        </Group>
      </div>
    </>
  )
}
