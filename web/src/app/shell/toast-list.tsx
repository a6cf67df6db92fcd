/** Where toasts appear. Fetched with the first of them. */
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import classes from './shell.module.css'

const TOAST_MS = 5_000

export function ToastList() {
  return <Notifications position="bottom-right" limit={1} autoClose={TOAST_MS} className={classes.toasts!} />
}
