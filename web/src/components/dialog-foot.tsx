/** The foot of a dialog: the way out, and the one thing that it does. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOff } from '#web/hooks/past.ts'
import classes from './dialog-foot.module.css'

export interface DialogFootProps {
  /** What the button says that does it. */
  act: string
  /** Pressed; without it the button sends the form that it stands in. */
  onAct?: () => unknown
  close(): void
  /** What the way out says. */
  out?: string
  /** It is being done. */
  pending: boolean
  /** It can't be done yet. */
  disabled?: boolean
  /** It can't be taken back: the way out has the focus first. */
  final?: boolean
  /** What it sends is kept where there is no network: it can be done all the same. */
  isKept?: boolean
  className?: string | undefined
  /** What it is about in numbers; it stays in sight. */
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
  const offNow = useOff()
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
