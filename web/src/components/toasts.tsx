/** What just happened, at the top right for five seconds. */
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'

const TOAST_MS = 5_000

const kinds = {
  success: { color: 'statusDone', icon: IconCheck, role: 'status' },
  info: { color: 'statusNew', icon: IconInfoCircle, role: 'status' },
  warning: { color: 'statusProgress', icon: IconAlertTriangle, role: 'alert' },
  error: { color: 'statusCritical', icon: IconX, role: 'alert' },
} as const

/** Shows a toast; `detail` is a second line. */
export function toast(kind: keyof typeof kinds, title: string, detail?: string): void {
  const { icon: Icon, color, role } = kinds[kind]
  notifications.show({
    title,
    message: detail,
    color,
    role,
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: TOAST_MS,
    position: 'top-right',
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
}

const DOWNLOAD = { preparing: 'info', completed: 'success', failed: 'error' } as const

/** How far a download is, at the lower right: one toast whose words change, gone `shownMs` after its outcome. */
export function toastDownload(state: keyof typeof DOWNLOAD, title: string, shownMs: number): void {
  const { icon: Icon, color, role } = kinds[DOWNLOAD[state]]
  const shown = {
    id: 'download',
    title,
    message: undefined,
    color,
    role,
    loading: state === 'preparing',
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: state === 'preparing' ? (false as const) : shownMs,
    position: 'bottom-right' as const,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  }
  // Shown anew where it was dismissed, and otherwise changed in its place.
  notifications.show(shown)
  notifications.update(shown)
}

/** After a change that was saved but that the screen has not shown in time. */
export function toastCatchingUp(): void {
  toast('info', 'Saved. This screen is still catching up.')
}
