/** Container of toasts, loaded with the first of them. */
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './shell.module.css'

const TOAST_MS = 5_000

/** Without transitions: a toast that slides out would overlap the next one. */
export function ToastList() {
  return (
    <Notifications
      position="bottom-right"
      limit={1}
      autoClose={TOAST_MS}
      transitionDuration={0}
      className={classes.toasts!}
    />
  )
}
