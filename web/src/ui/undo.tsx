/**
 * A toast that offers undo by its button or Ctrl/⌘+Z.
 * Pressing the keys again undoes earlier changes.
 */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { api, commandFailureReasonOf, createId, createIdempotentRunner, type useAppDispatch } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'
import { hideEarlierToasts, showToast, TOAST_PRIORITY } from './toasts.tsx'

const UNDO_MS = 8_000

export interface UndoToast {
  title: string
  detail?: string | undefined
  undo(): void
}

interface UndoOffer {
  id: string
  undo(): void
  /** Time until which the change can be undone, in epoch ms. */
  until: number
}

/** Changes that can be undone, newest last; only the newest has a toast. */
let offers: UndoOffer[] = []

const current = () => offers.filter(({ until }) => until > Date.now())

function runUndo({ id, undo }: UndoOffer): void {
  offers = offers.filter((offer) => offer.id !== id)
  notifications.hide(id)
  undo()
}

/**
 * Shows a toast that can undo the newest change.
 * Ctrl/⌘+Z also undoes earlier changes.
 */
export function showUndoToast({ title, detail, undo }: UndoToast): void {
  hideEarlierToasts()
  for (const { id } of offers) notifications.hide(id)
  const offer = { id: createId(), undo, until: Date.now() + UNDO_MS }
  offers = [...current(), offer]
  window.addEventListener('keydown', undoOnShortcut)
  notifications.show({
    id: offer.id,
    title,
    message: <Message detail={detail} press={() => runUndo(offer)} />,
    color: 'statusDone',
    role: 'status',
    priority: TOAST_PRIORITY.undo,
    icon: <IconCheck size={18} aria-hidden="true" />,
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': t`Dismiss` },
  })
}

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function undoOnShortcut(event: KeyboardEvent): void {
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
      <Button variant="subtle" size="sm" px="sm" flex="none" aria-keyshortcuts="Control+Z Meta+Z" onClick={press}>
        <Trans>Undo</Trans>
      </Button>
    </Group>
  )
}

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    undoCollection: build.mutation(defineCommand('undoCollection')),
    undoCompletion: build.mutation(defineCommand('undoCompletion')),
    cancelSchedule: build.mutation(defineCommand('changeSchedule')),
    undoCancellation: build.mutation(defineCommand('undoCancellation')),
    restoreNotification: build.mutation(defineCommand('restoreNotification')),
  }),
})

const undoneTexts = () => ({
  undoCollection: t`Collection undone.`,
  undoCompletion: t`Undone. The delivery is no longer completed.`,
  cancelSchedule: t`The collection was cancelled`,
  undoCancellation: t`Undone. The route is planned again.`,
  restoreNotification: t`Undone. The notification is in the list again.`,
})

export interface UndoableChange {
  /**
   * `by` is the name of the command that undoes the change.
   * `id` contains the ids of the changed objects.
   */
  by: keyof ReturnType<typeof undoneTexts>
  id: string | readonly string[]
  /** Title of the toast. */
  title: string
  detail?: string
}

/** Request bodies of those undo commands that need a body. */
const BODIES: { readonly [N in keyof ReturnType<typeof undoneTexts>]?: object } = {
  cancelSchedule: { status: 'cancelled' },
}

const failedToUndo = (failed: number, all: number) =>
  failed === all ? t`This could not be undone` : t`${failed} of ${all} changes could not be undone`

/**
 * Shows a toast that offers to undo a change.
 * If the user accepts, sends the commands that undo it.
 */
export function offerUndo(
  { by, id, title, detail }: UndoableChange,
  dispatch: ReturnType<typeof useAppDispatch>,
): void {
  const attempt = createIdempotentRunner()
  async function runUndo() {
    const ids = [id].flat()
    const reasons: string[] = []
    for (const each of ids)
      try {
        await attempt([by, each], (key) =>
          dispatch(
            endpoints[by].initiate({ id: each, body: BODIES[by], key } as never) as ReturnType<Initiate>,
          ).unwrap(),
        )
      } catch (error) {
        reasons.push(commandFailureReasonOf(error))
      }
    if (reasons.length === 0) showToast('success', undoneTexts()[by], detail)
    else showToast('error', failedToUndo(reasons.length, ids.length), reasons[0])
  }
  showUndoToast({ title, detail, undo: () => void runUndo() })
}

/**
 * Type of a call to an undo endpoint.
 * All undo endpoints have the same arguments, and their results arrive through the feed.
 */
type Initiate = typeof endpoints.undoCollection.initiate
