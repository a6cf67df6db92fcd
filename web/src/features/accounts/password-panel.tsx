/** Changes the password; this session goes on with a new token, all others end. */
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { User } from '#contract/views.ts'
import { type Failure, failureText } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { checkedBy } from '#web/components/checked-by.ts'
import { Panel } from '#web/components/panel.tsx'
import { toast } from '#web/components/toasts.tsx'
import classes from './account.module.css'
import { FormFailure } from './form-failure.tsx'
import { NewPassword } from './new-password.tsx'
import { Password } from './password.tsx'
import { useChangePasswordMutation } from './profile-calls.ts'

const rules = checkedBy(async () => (await import('#contract/commands.ts')).ChangePassword)

export function PasswordPanel({ user }: { user: User }) {
  const { signIn } = useSession()
  const [change, { error }] = useChangePasswordMutation()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: rules,
    validateInputOnBlur: true,
  })

  const submit = form.onSubmit(
    async (values) => {
      const answer = await change(values)
      if (answer.error) return form.setErrors((answer.error as Failure).errors ?? {})
      signIn({ user, token: answer.data.token })
      form.reset()
      toast('success', 'Password changed', 'You stay signed in here. Everywhere else, sign in with the new one.')
    },
    (errors) => form.getInputNode(errors.currentPassword ? 'currentPassword' : 'newPassword')?.focus(),
  )

  return (
    <Panel title="Change password">
      <form onSubmit={submit} noValidate className={classes.form}>
        {/* So that a password manager knows whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Password
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
          key={form.key('currentPassword')}
        />
        <NewPassword label="New password" {...form.getInputProps('newPassword')} key={form.key('newPassword')} />
        {error && Object.keys((error as Failure).errors ?? {}).length === 0 && (
          <FormFailure text={failureText(error, 'Failed to change your password. Please try again.')} />
        )}
        <div className={classes.save}>
          <Button type="submit" variant="default" size="md" mih={44} loading={form.submitting}>
            Change Password
          </Button>
        </div>
      </form>
    </Panel>
  )
}
