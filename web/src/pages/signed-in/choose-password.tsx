/** Replaces every screen until a user with a one-time password has chosen a new one. */
import { Anchor } from '@mantine/core'
import classes from '#web/features/accounts/accounts.module.css'
import { AccountsFrame, useStartSession } from '#web/features/accounts/accounts-frame.tsx'
import { PasswordForm } from '#web/features/accounts/security.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'

export function ChoosePassword() {
  const { user, signOut } = useSession()
  const arrive = useStartSession()
  useTitle('Choose your own password')
  if (!user) return null
  return (
    <AccountsFrame
      title="Choose your own password"
      lead="You signed in with a one-time password. Choose your own password to continue."
    >
      <PasswordForm
        user={user}
        current="One-time password"
        submit={{ label: 'Save and continue', fullWidth: true }}
        changed={(token) => arrive({ user: { ...user, mustChangePassword: undefined }, token })}
      />
      <p className={classes.otherwise}>
        Not <span>{user.name}</span>?{' '}
        <Anchor component="button" type="button" underline="always" onClick={signOut}>
          Sign out
        </Anchor>
      </p>
    </AccountsFrame>
  )
}
