/** Common parts of account pages: layout, session start, password fields, errors. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import {
  Anchor,
  PasswordInput,
  type PasswordInputProps,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Session } from '#contract/views.ts'
import { failureReasonOf, type RequestFailure, useAppDispatch } from '#web/lib/api/api.ts'
import { storeDeviceToken, useSession } from '#web/lib/api/session.ts'
import { LanguageSelect } from '#web/ui/language-select.tsx'
import { Logo, ThemeToggle } from '#web/ui/logo.tsx'
import classes from './accounts.module.css'

export function SignInFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <header className={classes.bar}>
          <Link to="/" className={classes.home}>
            <Logo />
          </Link>
          <div className={classes.tools}>
            <LanguageSelect area="residents" />
            <ThemeToggle />
          </div>
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
          <Anchor component={Link} to="/" className={classes.back}>
            <Trans>Back to home</Trans>
          </Anchor>
        </main>
      </div>
      <aside className={classes.aside} aria-label={t`About WasteSense`}>
        <p className={classes.claim}>
          <Trans>Bins are collected when they are full.</Trans>
        </p>
        <ul className={classes.points}>
          <li>
            <Trans>
              <strong>Residents</strong> report a full bin in one tap and see when the truck comes.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Dispatchers</strong> see every report within a second and send a truck when a zone is ready.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Recyclers</strong> see which waste is on its way and what it contains.
            </Trans>
          </li>
        </ul>
      </aside>
    </div>
  )
}

/**
 * Returns a function that starts a session and applies the saved settings.
 * It also saves the browser's chosen language, except for shared demo accounts.
 */
export function useStartSession({ demo = false } = {}): (session: Session) => void {
  const { signIn } = useSession()
  const dispatch = useAppDispatch()
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme()
  return (session) => {
    storeDeviceToken(session.device)
    signIn(session)
    if (session.user.mustChangePassword) return
    loadSavedSettings().then(
      ({ applySavedSettings }) =>
        applySavedSettings(session.user, { dispatch, setColorScheme, shown, savesLanguage: !demo }),
      (error) => console.warn('The saved settings could not be applied.', error),
    )
  }
}

const loadSavedSettings = () => import('./own-account.ts')

/**
 * Returns a mailed link's token and removes it from the address bar.
 * Addresses are visible, remembered by the browser, and may be shared.
 */
export function useTokenFromUrl(): string {
  const [search, setSearch] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const present = search.has('token')
  useEffect(() => {
    if (present) setSearch({}, { replace: true })
  }, [present, setSearch])
  return token
}

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
  /** Message that says, in words chosen for this screen, which action failed. */
  text: string
  /** Error that the API call returned. */
  failure?: unknown
  /**
   * If true, an error shows `text` as its title and the server's message as the reason.
   * If false, it shows the server's message in place of `text`.
   */
  keepsText?: boolean
}

/** Returns the error's title, and the reason unless the title contains it. */
export function toFailureTexts({ text, failure, keepsText }: FormFailureProps): { title: string; reason?: string } {
  if (!failure) return { title: text }
  const { message } = failure as Partial<RequestFailure>
  return message && !keepsText ? { title: message } : { title: text, reason: failureReasonOf(failure) }
}

export function FormErrorAlert(props: FormFailureProps) {
  const { title, reason } = toFailureTexts(props)
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
