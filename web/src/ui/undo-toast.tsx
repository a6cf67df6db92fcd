/**
 * A toast with undo, by button or Ctrl/⌘+Z.
 * Repeated keys undo earlier changes.
 */
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { newId } from '#web/lib/format/new-id.ts'
import { hideEarlierToasts, PRIORITY } from './toasts.tsx'

const UNDO_MS = 8_000

export interface UndoToast {
  title: string
  detail?: string | undefined
  undo(): void
}

interface Offer {
  id: string
  undo(): void
  /** Epoch ms. */
  until: number
}

/** Changes that can still be undone, newest last; only the newest is visible. */
let offers: Offer[] = []

const current = () => offers.filter(({ until }) => until > Date.now())

function runUndo({ id, undo }: Offer): void {
  offers = offers.filter((offer) => offer.id !== id)
  notifications.hide(id)
  undo()
}

/** Shows an offer in place of the previous one, which Ctrl/⌘+Z still reaches. */
export function showUndo({ title, detail, undo }: UndoToast): void {
  hideEarlierToasts()
  for (const { id } of offers) notifications.hide(id)
  const offer = { id: newId(), undo, until: Date.now() + UNDO_MS }
  offers = [...current(), offer]
  window.addEventListener('keydown', hear)
  notifications.show({
    id: offer.id,
    title,
    message: <Message detail={detail} press={() => runUndo(offer)} />,
    color: 'statusDone',
    role: 'status',
    priority: PRIORITY.undo,
    icon: <IconCheck size={18} aria-hidden="true" />,
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function hear(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  offers = current()
  const newest = offers.at(-1)
  if (!newest || isText(event.target)) return
  event.preventDefault()
  runUndo(newest)
}

function Message({ detail, press }: { detail: string | undefined; press(): void }) {
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
