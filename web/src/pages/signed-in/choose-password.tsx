/** Replaces every screen until a user with a one-time password has chosen a new one. */
import { Anchor } from '@mantine/core'
import { useSession } from '#web/calls/session.ts'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame } from '#web/features/accounts/accounts-frame.tsx'
import { PasswordForm } from '#web/features/accounts/password-form.tsx'
import { useArrival } from '#web/features/accounts/use-arrival.ts'
import { useTitle } from '#web/hooks/title.ts'

export function ChoosePassword() {
  const { user, signOut } = useSession()
  const arrive = useArrival()
  useTitle('Choose your own password')
  if (!user) return null
  return (
    <AccountsFrame
      title="Choose your own password"
      lead="You signed in with a one-time password that somebody handed to you. Choose your own to go on."
    >
      <PasswordForm
        user={user}
        current="One-time password"
        submit={{ label: 'Save and go on', fullWidth: true }}
        changed={(token) => arrive({ user: { ...user, mustChangePassword: undefined }, token })}
      />
      <p className={classes.otherwise}>
        Not {user.name}?{' '}
        <Anchor component="button" type="button" underline="always" onClick={signOut}>
          Sign out
        </Anchor>
      </p>
    </AccountsFrame>
  )
}
