/** Error of a form, above its button. */
import { IconAlertCircle } from '@tabler/icons-react'
import { type Failure, failureReason } from '#web/lib/api/api.ts'
import classes from './accounts.module.css'

export interface FormFailureProps {
  /** The failed action in the screen's own words. */
  text: string
  /** The api's Failure. */
  failure?: unknown
  /** Shows `text` above the server's text, which otherwise replaces it. */
  keepsText?: boolean
}

/** Returns the title of a failed form, and the reason if the title lacks it. */
export function failureTexts({ text, failure, keepsText }: FormFailureProps): { title: string; reason?: string } {
  if (!failure) return { title: text }
  const { message } = failure as Partial<Failure>
  return message && !keepsText ? { title: message } : { title: text, reason: failureReason(failure) }
}

export function FormFailure(props: FormFailureProps) {
  const { title, reason } = failureTexts(props)
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
