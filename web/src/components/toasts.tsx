/** What just happened, in the lower corner for five seconds, one at a time. */
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const TOAST_MS = 5_000

/** How each kind shows: its colour, its sign, and how urgently it is read out. */
export const toastKinds = {
  success: { color: 'statusDone', icon: IconCheck, role: 'status' },
  info: { color: 'statusNew', icon: IconInfoCircle, role: 'status' },
  warning: { color: 'statusProgress', icon: IconAlertTriangle, role: 'alert' },
  error: { color: 'statusCritical', icon: IconX, role: 'alert' },
} as const

/** What the last news is shown by. */
let news: string | undefined

/** News give way, as there is one place: to what somebody did themselves, and to newer news. */
export function endNews(): void {
  if (news !== undefined) notifications.hide(news)
  news = undefined
}

/** Shows what came of something that was done here; `detail` is a second line. */
export function toast(kind: keyof typeof toastKinds, title: string, detail?: string): void {
  endNews()
  show(kind, title, detail)
}

/** Shows what has arrived from elsewhere. */
export function toastNews(title: string, detail: string): void {
  endNews()
  news = show('info', title, detail)
}

function show(kind: keyof typeof toastKinds, title: string, detail?: string): string {
  const { icon: Icon, color, role } = toastKinds[kind]
  return notifications.show({
    title,
    message: detail,
    color,
    role,
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: TOAST_MS,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

/** After a change that was saved but that the screen has not shown in time. */
export function toastCatchingUp(): void {
  toast('info', 'Saved. This screen is still catching up.')
}
