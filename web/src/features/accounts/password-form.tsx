/** Form for the current and a new password; its parent continues with the new session's token. */
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/views.ts'
import { type Failure, useAttempt } from '#web/lib/api/api.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import classes from './account.module.css'
import { FormFailure } from './form-failure.tsx'
import { NewPassword } from './new-password.tsx'
import { Password } from './password.tsx'
import { useChangePasswordMutation } from './profile-calls.ts'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangePassword)

interface PasswordFormProps {
  user: User
  /** Label of the current password. */
  current: string
  submit: { label: string; variant?: 'default'; fullWidth?: true }
  changed(token: string): void
}

export function PasswordForm({ user, current, submit: { label, ...buttonProps }, changed }: PasswordFormProps) {
  const [change, { error }] = useChangePasswordMutation()
  const attempt = useAttempt()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: rules,
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (body) => {
      try {
        const { token } = await attempt(body, (key) => change({ body, key }).unwrap())
        form.reset()
        changed(token)
      } catch (failure) {
        form.setErrors((failure as Failure).errors ?? {})
      }
    },
    (errors) => form.getInputNode(errors.currentPassword ? 'currentPassword' : 'newPassword')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {/* Identifies the account for password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Password
        label={current}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
        key={form.key('currentPassword')}
      />
      <NewPassword label="New password" {...form.getInputProps('newPassword')} key={form.key('newPassword')} />
      {error && Object.keys((error as Failure).errors ?? {}).length === 0 && (
        <FormFailure failure={error} text="Failed to change your password" />
      )}
      <div className={classes.save}>
        <Button type="submit" size="md" mih={44} loading={form.submitting} {...buttonProps}>
          {label}
        </Button>
      </div>
    </form>
  )
}
