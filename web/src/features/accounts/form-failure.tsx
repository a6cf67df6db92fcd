/** What went wrong with a form, just above its button. */
import { IconAlertCircle } from '@tabler/icons-react'
import { type Failure, whyOf } from '#web/calls/api.ts'
import classes from './accounts.module.css'

export interface FormFailureProps {
  /** What failed, in the screen's own words. */
  text: string
  /** Why it failed: a Failure of the api. */
  failure?: unknown
  /** The text is shown also above the server's words; otherwise they stand alone. */
  keepsText?: boolean
}

/** Returns the sentence of a failed form, and why where the sentence does not say it. */
export function wordsOf({ text, failure, keepsText }: FormFailureProps): { title: string; reason?: string } {
  if (!failure) return { title: text }
  const { message } = failure as Partial<Failure>
  return message && !keepsText ? { title: message } : { title: text, reason: whyOf(failure) }
}

export function FormFailure(props: FormFailureProps) {
  const { title, reason } = wordsOf(props)
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{title}</p>
        {reason && <p className={classes.reason}>{reason}</p>}
      </div>
    </div>
  )
}
