/** Every role's account screens: profile, settings and security, new password. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Anchor, Tabs } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { User } from '#contract/views.ts'
import classes from '#web/features/accounts/account.module.css'
import signInClasses from '#web/features/accounts/accounts.module.css'
import { SignInFrame, useStartSession } from '#web/features/accounts/accounts-frame.tsx'
import { accountInitialsOf, displayNameOf, roleLabelOf } from '#web/features/accounts/own-account.ts'
import { Profile } from '#web/features/accounts/profile.tsx'
import { PasswordForm, PasswordPanel, SecurityPanels } from '#web/features/accounts/security.tsx'
import { SettingsPanel } from '#web/features/accounts/settings-panel.tsx'
import { PushPanel } from '#web/features/notifications/push-panel.tsx'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { DeferredContent } from '#web/ui/page.tsx'

/** Loads only for residents, because only they have a bin. */
const PlacePanel = lazyWithRetry(async () => (await import('#web/features/places/place-panel.tsx')).PlacePanel)

const LazyPlacePanel = ({ user }: { user: User }) => (
  <DeferredContent height={160}>
    <PlacePanel user={user} />
  </DeferredContent>
)

const supportLinks = () =>
  [
    [t`Help Center`, '/help'],
    [t`Contact Us`, '/contact'],
    [t`Privacy Policy`, '/privacy'],
    [t`Terms of Service`, '/terms'],
  ] as const

const tabLabels = () => ({ profile: t`Profile`, settings: t`Settings`, security: t`Security` })

export function Account() {
  const { user } = useSession()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab') ?? ''
  const labels = tabLabels()
  const tab = Object.hasOwn(labels, asked) ? (asked as keyof typeof labels) : 'profile'
  useTitle(labels[tab])
  if (!user) return null
  const { name, role } = user
  return (
    <div className={classes.page}>
      <div className={classes.who}>
        <span className={classes.avatar} aria-hidden="true">
          {accountInitialsOf(name, role)}
        </span>
        <div>
          <h1 className={classes.name}>{displayNameOf(name, role)}</h1>
          <p className={classes.role}>{roleLabelOf(role)}</p>
        </div>
      </div>
      <Tabs
        value={tab}
        onChange={(value) => setSearch(value && value !== 'profile' ? { tab: value } : {}, { replace: true })}
        keepMounted={false}
        classNames={{ tab: classes.tab, panel: classes.panel }}
      >
        <Tabs.List aria-label={t`Account`}>
          {Object.entries(labels).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <Profile user={user} below={role === 'resident' && <LazyPlacePanel user={user} />} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsPanel role={role} />
          <PushPanel userId={user.id} />
          <PasswordPanel user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityPanels user={user} />
        </Tabs.Panel>
      </Tabs>
      <nav className={classes.further} aria-label={t`Support`}>
        {supportLinks().map(([label, to]) => (
          <Anchor key={to} component={Link} to={to} className={classes.link}>
            {label}
          </Anchor>
        ))}
      </nav>
    </div>
  )
}

/** Replaces all screens until users with a one-time password choose their own. */
export function ChoosePassword() {
  const { user, signOut, renew } = useSession()
  const arrive = useStartSession()
  useTitle(t`Choose your own password`)
  if (!user) return null
  const changed = (token: string) => {
    const session = { user: { ...user, mustChangePassword: undefined }, token }
    if (renew(session)) arrive(session)
  }
  return (
    <SignInFrame
      title={t`Choose your own password`}
      lead={t`You signed in with a one-time password. Choose your own password to continue.`}
    >
      <PasswordForm
        user={user}
        current={t`One-time password`}
        submit={{ label: t`Save and continue`, fullWidth: true }}
        changed={changed}
      />
      <p className={signInClasses.otherwise}>
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
