/** The foot of a dialog: the way out, and the one thing that it does. */
import { Button, Group } from '@mantine/core'

export interface DialogFootProps {
  /** What the button says that does it. */
  act: string
  /** Pressed; without it the button sends the form that it stands in. */
  onAct?: () => unknown
  close(): void
  /** It is being done. */
  pending: boolean
  /** It can't be done yet. */
  disabled?: boolean
  /** It can't be taken back: the way out has the focus first. */
  final?: boolean
  className?: string | undefined
}

export function DialogFoot({
  act,
  onAct,
  close,
  pending,
  disabled = false,
  final = false,
  className,
}: DialogFootProps) {
  const deed = onAct ? { onClick: () => void onAct() } : { type: 'submit' as const }
  return (
    <Group grow className={className}>
      <Button
        variant="default"
        size="md"
        mih={48}
        onClick={close}
        disabled={pending}
        data-autofocus={final || undefined}
      >
        Cancel
      </Button>
      <Button
        {...deed}
        {...(final && { color: 'statusCritical.6' })}
        size="md"
        mih={48}
        px="xs"
        loading={pending}
        disabled={disabled}
      >
        {act}
      </Button>
    </Group>
  )
}
