/** What went wrong with a form, just above its button. */
import { IconAlertCircle } from '@tabler/icons-react'
import classes from './accounts.module.css'

export function FormFailure({ text, reason }: { text: string; reason?: string }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{text}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
      </div>
    </div>
  )
}
