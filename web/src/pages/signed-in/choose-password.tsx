/** Screen for users with a one-time password. It replaces all other screens until they have chosen a password. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import classes from '#web/features/accounts/accounts.module.css'
import { SignInFrame, useStartSession } from '#web/features/accounts/accounts-frame.tsx'
import { PasswordForm } from '#web/features/accounts/security.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'

export function ChoosePassword() {
  const { user, signOut } = useSession()
  const arrive = useStartSession()
  useTitle(t`Choose your own password`)
  if (!user) return null
  return (
    <SignInFrame
      title={t`Choose your own password`}
      lead={t`You signed in with a one-time password. Choose your own password to continue.`}
    >
      <PasswordForm
        user={user}
        current={t`One-time password`}
        submit={{ label: t`Save and continue`, fullWidth: true }}
        changed={(token) => arrive({ user: { ...user, mustChangePassword: undefined }, token })}
      />
      <p className={classes.otherwise}>
        <Trans>
          Not <span>{user.name}</span>?{' '}
          <Anchor component="button" type="button" underline="always" onClick={signOut}>
            Sign out
          </Anchor>
        </Trans>
      </p>
    </SignInFrame>
  )
}
