/** The Security tab: password, sessions, and a second factor for staff. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { AccountSecurity, User } from '#contract/views.ts'
import { signInNameOf } from '#domain/contacts.ts'
import { failureTextOf, type RequestFailure, useIdempotentRunner } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Badge, RelativeTime } from '#web/ui/marks.tsx'
import { createPreloadHandlers, LazyDialog, Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { FormErrorAlert, NewPasswordField, PasswordField } from './accounts-frame.tsx'
import {
  useChangePasswordMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useSecurityQuery,
} from './own-account.ts'

const loadOn = async () => (await import('./second-factor.tsx')).EnableSecondFactorDialog
const loadOff = async () => (await import('./second-factor.tsx')).DisableSecondFactorDialog

/** State of a second factor, with buttons to enable or disable it. */
function SecondFactor({ active, recoveryCodes }: { active: boolean; recoveryCodes: number }) {
  const [doing, setDoing] = useState<'on' | 'off' | null>(null)
  const close = () => setDoing(null)
  return (
    <Panel
      title={t`Two-step sign-in`}
      aside={<Badge tone={active ? 'done' : 'plain'}>{active ? t`On` : t`Off`}</Badge>}
    >
      <div className={classes.dangerRow}>
        <p>
          {active ? (
            <>
              <Trans>Sign-in asks for a code from your authenticator app.</Trans>{' '}
              <span>{`${plural(recoveryCodes, { one: '# unused recovery code', other: '# unused recovery codes' })}.`}</span>
            </>
          ) : (
            t`When it is on, you sign in with your password and a code from an authenticator app.`
          )}
        </p>
        <Button
          variant="default"
          onClick={() => setDoing(active ? 'off' : 'on')}
          {...createPreloadHandlers(active ? loadOff : loadOn)}
        >
          {active ? t`Switch off` : t`Set up`}
        </Button>
      </div>
      <LazyDialog load={loadOn} props={{ opened: doing === 'on', close }} />
      <LazyDialog load={loadOff} props={{ opened: doing === 'off', close }} />
    </Panel>
  )
}

export function SecurityPanels({ user }: { user: User }) {
  const { data, error, refetch } = useSecurityQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <>
      <Panel title={t`Where you are signed in`}>
        {data && <Sessions sessions={data.sessions} />}
        {!data && error && (
          <ErrorState message={failureTextOf(error, t`Failed to load your sessions`)} retry={refetch} />
        )}
        {!data && !error && <Skeleton height={132} />}
      </Panel>
      {user.role !== 'resident' && data && <SecondFactor {...data.secondFactor} />}
    </>
  )
}

type SessionRow = AccountSecurity['sessions'][number]

/**
 * A user's sessions with browser and times.
 * The user can end each, or all others.
 */
function Sessions({ sessions }: { sessions: readonly SessionRow[] }) {
  const [endOthers, { isLoading, error }] = useEndOtherSessionsMutation()
  const others = sessions.some(({ present }) => !present)

  async function end() {
    const { data } = await endOthers()
    if (data) showToast('success', t`All other sessions ended`)
  }

  return (
    <>
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {error && <FormErrorAlert failure={error} text={t`The sessions could not be ended`} />}
      {others && (
        <div className={classes.save}>
          <CommandButton variant="default" size="md" mih={44} loading={isLoading} onClick={() => void end()}>
            <Trans>End all other sessions</Trans>
          </CommandButton>
        </div>
      )}
    </>
  )
}

/** Translates a stored device, such as 'Chrome on Android' or 'Unknown browser'. */
function deviceText(stored: string): string {
  const [browser = '', system] = stored.split(' on ')
  const name = browser === 'Unknown browser' ? t`Unknown browser` : browser
  return system ? t`${{ browser: name }} on ${system}` : name
}

function Session({ session: { id, device: stored, since, seen, present } }: { session: SessionRow }) {
  const device = deviceText(stored)
  const [end, { isLoading, error }] = useEndSessionMutation()
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.tileTitle}>{device}</p>
        <p className={classes.hint}>
          <Trans>
            Signed in <RelativeTime iso={since} /> · last used <RelativeTime iso={seen} />
          </Trans>
        </p>
        {error && <FormErrorAlert failure={error} text={t`The session could not be ended`} />}
      </div>
      {present ? (
        <Badge tone="done">
          <Trans>This device</Trans>
        </Badge>
      ) : (
        <CommandButton
          variant="default"
          fz="xs"
          px="sm"
          loading={isLoading}
          aria-label={accessibleActionNameOf(t`End`, device)}
          onClick={() => void end({ id })}
        >
          <Trans>End</Trans>
        </CommandButton>
      )}
    </li>
  )
}

/**
 * Form that changes the password.
 * The current session gets a new token; all other sessions end.
 */
export function PasswordPanel({ user }: { user: User }) {
  const { renew } = useSession()
  function changed(token: string) {
    if (!renew({ user, token })) return
    showToast('success', t`Password changed`, t`You are signed out on all other devices.`)
  }
  return (
    <Panel title={t`Change password`}>
      <PasswordForm
        user={user}
        current={t`Current password`}
        submit={{ label: t`Change Password`, variant: 'default' }}
        changed={changed}
      />
    </Panel>
  )
}

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangePasswordBody)

interface PasswordFormProps {
  user: User
  /** Label of the field for the current password. */
  current: string
  submit: { label: string; variant?: 'default'; fullWidth?: true }
  changed(token: string): void
}

/**
 * Form for the current and a new password.
 * The parent component continues with the new session's token.
 */
export function PasswordForm({ user, current, submit: { label, ...buttonProps }, changed }: PasswordFormProps) {
  const [change, { error }] = useChangePasswordMutation()
  const attempt = useIdempotentRunner()
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
        form.setErrors((failure as RequestFailure).errors ?? {})
      }
    },
    (errors) => form.getInputNode(errors.currentPassword ? 'currentPassword' : 'newPassword')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {/* Hidden field by which password managers recognise the account. */}
      <input type="text" name="username" autoComplete="username" value={signInNameOf(user)} readOnly hidden />
      <PasswordField
        label={current}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
        key={form.key('currentPassword')}
      />
      <NewPasswordField label={t`New password`} {...form.getInputProps('newPassword')} key={form.key('newPassword')} />
      {error && Object.keys((error as RequestFailure).errors ?? {}).length === 0 && (
        <FormErrorAlert failure={error} text={t`Failed to change your password`} />
      )}
      <div className={classes.save}>
        <Button type="submit" size="md" mih={44} loading={form.submitting} {...buttonProps}>
          {label}
        </Button>
      </div>
    </form>
  )
}
