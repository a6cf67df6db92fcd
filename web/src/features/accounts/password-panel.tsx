/** Changes the password; this session continues with a new token, all others end. */
import type { User } from '#contract/views.ts'
import { useSession } from '#web/lib/api/session.ts'
import { Panel } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { PasswordForm } from './password-form.tsx'

export function PasswordPanel({ user }: { user: User }) {
  const { signIn } = useSession()
  function changed(token: string) {
    signIn({ user, token })
    toast('success', 'Password changed', 'You stay signed in here. Everywhere else, sign in with the new one.')
  }
  return (
    <Panel title="Change password">
      <PasswordForm
        user={user}
        current="Current password"
        submit={{ label: 'Change Password', variant: 'default' }}
        changed={changed}
      />
    </Panel>
  )
}
