/** Progress toast of a download, at the lower right. */
import { notifications } from '@mantine/notifications'
import { hideEarlierToasts, toastKinds, trackToast } from './toasts.tsx'

const DOWNLOAD = { preparing: 'info', completed: 'success', failed: 'error' } as const

/** Shows one toast whose text changes; it closes `shownMs` after the result. */
export function toastDownload(state: keyof typeof DOWNLOAD, title: string, shownMs: number): void {
  const { icon: Icon, color, role, priority } = toastKinds[DOWNLOAD[state]]
  const shown = {
    id: 'download',
    title,
    message: undefined,
    color,
    role,
    priority,
    loading: state === 'preparing',
    icon: <Icon size={18} aria-hidden="true" />,
    autoClose: state === 'preparing' ? (false as const) : shownMs,
    position: 'bottom-right' as const,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  }
  hideEarlierToasts()
  // Shows it again after a dismissal; the update changes a visible one.
  notifications.show(shown)
  notifications.update(shown)
  trackToast(shown.id, priority)
}
