/** A toast that can be taken back: by its button, or with Ctrl or ⌘ and Z, for as long as it stands. */
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'

const UNDO_MS = 8_000

export interface UndoToast {
  title: string
  detail?: string | undefined
  undo(): void
}

export function showUndo({ title, detail, undo }: UndoToast): void {
  const id = crypto.randomUUID()
  const press = () => {
    notifications.hide(id)
    undo()
  }
  notifications.show({
    id,
    title,
    message: <Message detail={detail} press={press} />,
    color: 'statusDone',
    role: 'status',
    icon: <IconCheck size={18} aria-hidden="true" />,
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function Message({ detail, press }: { detail: string | undefined; press(): void }) {
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      if (isText(event.target)) return
      event.preventDefault()
      press()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  })
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <span>{detail}</span>
      <Button
        variant="subtle"
        size="sm"
        mih={44}
        px="sm"
        flex="none"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={press}
      >
        Undo
      </Button>
    </Group>
  )
}
