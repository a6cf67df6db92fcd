/** Password fields and error messages of account forms. */
import { t } from '@lingui/core/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { type Failure, failureReason } from '#web/lib/api/api.ts'
import classes from './accounts.module.css'

/** A password field with a visibility toggle. */
export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      label={t`Password`}
      size="md"
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': visible ? t`Hide password` : t`Show password` }}
      {...props}
    />
  )
}

/** Input field for a new password, with the password rule. */
export function NewPasswordField(props: PasswordInputProps) {
  return (
    <PasswordField
      description={t`Must be at least 8 characters long`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
      {...props}
    />
  )
}

interface FormFailureProps {
  /** Says in the screen's own words which action failed. */
  text: string
  /** Error that the API call returned. */
  failure?: unknown
  /** If true, `text` is the title and the server's text the reason. Otherwise the server's text replaces `text`. */
  keepsText?: boolean
}

/** Returns the title of the error, and the reason unless the title already contains it. */
export function failureTexts({ text, failure, keepsText }: FormFailureProps): { title: string; reason?: string } {
  if (!failure) return { title: text }
  const { message } = failure as Partial<Failure>
  return message && !keepsText ? { title: message } : { title: text, reason: failureReason(failure) }
}

export function FormErrorAlert(props: FormFailureProps) {
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
