/** What just happened, in the lower corner for five seconds, one at a time. */
import { notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const TOAST_MS = 5_000

/** There is one place: the more urgent is in it first, and what it took the place of comes after it. */
export const PRIORITY = { news: 0, done: 1, undo: 2, failed: 3 }

/** How each kind shows: its colour, its sign, and how urgently it is read out and takes the place. */
export const toastKinds = {
  success: { color: 'statusDone', icon: IconCheck, role: 'status', priority: PRIORITY.done },
  info: { color: 'statusNew', icon: IconInfoCircle, role: 'status', priority: PRIORITY.done },
  warning: { color: 'statusProgress', icon: IconAlertTriangle, role: 'alert', priority: PRIORITY.failed },
  error: { color: 'statusCritical', icon: IconX, role: 'alert', priority: PRIORITY.failed },
} as const

/** Toasts that the next outcome hides: news, successes, and failures before the last press. */
const passing = new Set<string>()
/** Failures since the last press: they stay. */
const unseen = new Set<string>()
let news: string | undefined

// Also before the list is there: what comes first would be shown side by side.
notificationsStore.updateState((state) => ({ ...state, limit: 1 }))

/** Whoever presses something has gone on: the next outcome takes the place of the failures shown until now. */
function goOn(): void {
  for (const id of unseen) passing.add(id)
  unseen.clear()
}

/** Notes what is shown, so that `makeRoom` can hide it: at once, or a failure after the next press. */
export function passes(id: string, priority: number): void {
  if (priority < PRIORITY.failed) {
    passing.add(id)
    return
  }
  unseen.add(id)
  for (const press of ['click', 'keydown']) window.addEventListener(press, goOn, true)
}

/** To be called before what somebody did is shown, so that it does not wait for what came of something earlier. */
export function makeRoom(): void {
  for (const id of passing) notifications.hide(id)
  passing.clear()
}

/** Shows what came of something that was done here; `detail` is a second line. */
export function toast(kind: keyof typeof toastKinds, title: string, detail?: string): void {
  makeRoom()
  const { priority } = toastKinds[kind]
  passes(show(kind, priority, title, detail), priority)
}

/** Shows what has arrived from elsewhere, in the place of what arrived before. */
export function toastNews(title: string, detail: string): void {
  if (news !== undefined) notifications.hide(news)
  news = show('info', PRIORITY.news, title, detail)
  passing.add(news)
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
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** After a change that was saved but that the screen has not shown in time. */
export function toastCatchingUp(): void {
  toast('info', 'Saved. This screen is still catching up.')
}
