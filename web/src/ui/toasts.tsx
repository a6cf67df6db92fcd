/** Toasts in the screen's lower corner, one at a time, five seconds each. */
import { t } from '@lingui/core/macro'
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'

const TOAST_MS = 5_000

/**
 * Priorities of toasts.
 * Only one toast is visible.
 * A more urgent one replaces it temporarily.
 */
export const TOAST_PRIORITY = { news: 0, done: 1, undo: 2, failed: 3 }

/** Colour, icon, ARIA role and priority of each kind of toast. */
export const toastKinds = {
  success: { color: 'statusDone', icon: IconCheck, role: 'status', priority: TOAST_PRIORITY.done },
  info: { color: 'statusNew', icon: IconInfoCircle, role: 'status', priority: TOAST_PRIORITY.done },
  warning: { color: 'statusProgress', icon: IconAlertTriangle, role: 'alert', priority: TOAST_PRIORITY.failed },
  error: { color: 'statusCritical', icon: IconX, role: 'alert', priority: TOAST_PRIORITY.failed },
} as const

/**
 * Ids of the toasts that disappear when a command's result is shown.
 * They are news, successes, and failures that appeared before the user's last click or key press.
 */
const replaceable = new Set<string>()
/**
 * Ids of error toasts that appeared since the user's last click or key press.
 * The toast of the next result does not replace them.
 */
const recentFailures = new Set<string>()
let news: string | undefined

// Limits the toast list to one toast, before the list is rendered.
// Otherwise, the first toasts would appear at the same time.
notificationsStore.updateState((state) => ({ ...state, limit: 1 }))

/**
 * Runs on each click or key press.
 * Allows the next toast to hide the failures that are visible now.
 */
function allowHidingFailures(): void {
  for (const id of recentFailures) replaceable.add(id)
  recentFailures.clear()
}

/**
 * Registers a toast that the next toast may hide.
 * A toast about a failure may be hidden only after another click or key press.
 */
export function trackToast(id: string, priority: number): void {
  if (priority < TOAST_PRIORITY.failed) {
    replaceable.add(id)
    return
  }
  recentFailures.add(id)
  for (const press of ['click', 'keydown']) window.addEventListener(press, allowHidingFailures, true)
}

/**
 * Hides the toasts of earlier results.
 * Call it before showing a new toast, which would otherwise wait for them.
 */
export function hideEarlierToasts(): void {
  for (const id of replaceable) notifications.hide(id)
  replaceable.clear()
}

/**
 * Shows an action's result.
 * `detail` is a second line.
 */
export function showToast(kind: keyof typeof toastKinds, title: string, detail?: string): void {
  hideEarlierToasts()
  const { priority } = toastKinds[kind]
  trackToast(show(kind, priority, title, detail), priority)
}

/**
 * Shows a toast with news from the live feed.
 * It replaces the toast with the previous news.
 */
export function toastNews(title: string, detail: string): void {
  if (news !== undefined) notifications.hide(news)
  news = show('info', TOAST_PRIORITY.news, title, detail)
  replaceable.add(news)
}

function show(kind: keyof typeof toastKinds, priority: number, title: string, detail?: string): string {
  const { icon: Icon, color, role } = toastKinds[kind]
  return notifications.show({
    title,
    message: detail,
    color,
    role,
    priority,
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': t`Dismiss` },
  })
}

/** Shows a toast that says: the change is saved, but the screen does not show it yet. */
export function toastSavedNotShownYet(): void {
  showToast('info', t`Saved. This screen will update shortly.`)
}

/**
 * Shows a toast about a failed command: the server's text, or else `what` failed.
 * Without the server's text, also says whether the command may have succeeded.
 * A conflict (409) is shown as a warning.
 */
export function toastFailure(error: unknown, what: string): void {
  const { message, status } = error as Partial<RequestFailure>
  const kind = status === 409 ? 'warning' : 'error'
  if (message) showToast(kind, message)
  else showToast(kind, what, commandFailureReasonOf(error))
}
