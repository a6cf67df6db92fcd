/**
 * Panels for settings and own data.
 * Only the theme changes without a save button.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Checkbox, Radio, Skeleton, Switch, useMantineColorScheme } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import type { AccountSettings } from '#contract/accounts/views.ts'
import type { PersonAccess } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { toReadablePhone } from '#domain/contacts.ts'
import { failureReasonOf, failureTextOf, useIdempotentRunner, wholeForm } from '#web/lib/api/api.ts'
import { downloadFile } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/api/session.ts'
import { browserStorage } from '#web/lib/format/storage.ts'
import { useRestoredInput } from '#web/lib/hooks/page.ts'
import { getCurrentLanguage } from '#web/lib/language/language.tsx'
import { LanguageSelect } from '#web/ui/language-select.tsx'
import { RelativeTime } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { FormErrorAlert } from './accounts-frame.tsx'
import {
  completeNotificationSettings,
  isNotificationOn,
  notificationOptionsOf,
  recordAppliedTheme,
  roleLabelOf,
  themeOf,
  useOwnAccessesQuery,
  useOwnDataMutation,
  useSaveSettingsMutation,
  useSettingsQuery,
} from './own-account.ts'

export function SettingsPanel({ role }: { role: Role }) {
  const { data, error, refetch } = useSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={t`Settings`}>
      {data && <SettingsForm role={role} saved={data.settings} />}
      {!data && error && <ErrorState message={failureTextOf(error, t`Failed to load your settings`)} retry={refetch} />}
      {!data && !error && <Skeleton height={72 + 96 * notificationOptionsOf(role).length} />}
    </Panel>
  )
}

function SettingsForm({ role, saved }: { role: Role; saved: AccountSettings }) {
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [edited, setEdited] = useState<AccountSettings['notifications']>({})
  const [often, setOften] = useState<AccountSettings['reportEvery']>()
  const [bySms, setBySms] = useState<boolean>()
  const [save, { isLoading, error }] = useSaveSettingsMutation()
  const attempt = useIdempotentRunner(wholeForm)
  const languageId = useId()
  const darkMode = colorScheme === 'dark'
  const notifications = completeNotificationSettings(role, { ...saved.notifications, ...edited })
  const reportEvery = often ?? saved.reportEvery
  // Only people with a linked phone number can choose SMS.
  const sms = saved.sms === undefined ? undefined : (bySms ?? saved.sms)
  const formRef = useRestoredInput<{ edited: typeof edited; often: typeof often; bySms: typeof bySms }>({
    getValues: () => ({ edited, often, bySms }),
    setValues: (kept) => {
      setEdited(kept.edited ?? {})
      setOften(kept.often)
      setBySms(kept.bySms)
    },
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = {
      darkMode,
      notifications,
      language: getCurrentLanguage(),
      ...(reportEvery && { reportEvery }),
      // Sends the SMS option only if the user changed it in this form.
      // The user may have switched SMS off meanwhile by replying STOP.
      ...(bySms !== undefined && { sms: bySms }),
    }
    try {
      const { settings } = await attempt(body, (key) => save({ body, key }).unwrap())
      if (user) recordAppliedTheme(browserStorage, user.id, settings.darkMode)
      setEdited({})
      setOften(undefined)
      setBySms(undefined)
      showToast('success', t`Settings saved`)
    } catch {
      // Ignores the error, because the form shows it above the button.
    }
  }

  return (
    <form ref={formRef} onSubmit={submit} noValidate>
      <div className={classes.setting}>
        <Switch
          label={t`Dark Mode`}
          description={t`This device changes at once. Save to change your other devices too.`}
          labelPosition="left"
          classNames={{ body: classes.switch }}
          checked={darkMode}
          onChange={(event) => setColorScheme(themeOf(event.currentTarget.checked))}
        />
      </div>
      <div className={`${classes.setting} ${classes.language}`}>
        <label htmlFor={languageId}>
          <Trans>Language</Trans>
        </label>
        <LanguageSelect id={languageId} area={role === 'resident' ? 'residents' : 'staff'} />
        <p className={classes.hint}>
          <Trans>This screen changes at once. Save to change notifications and emails too.</Trans>
        </p>
      </div>
      <Options role={role} notifications={notifications} change={(changes) => setEdited({ ...edited, ...changes })} />
      {role === 'resident' && <BySms phone={user?.sign_in_phone} isOn={sms} change={setBySms} />}
      {isNotificationOn(notifications, 'weekly_reports') && role === 'recycler' && (
        <Often value={reportEvery ?? 'week'} choose={setOften} />
      )}
      {error && <FormErrorAlert failure={error} text={t`Failed to save your settings`} keepsText />}
      <div className={classes.save}>
        <CommandButton type="submit" size="md" mih={44} loading={isLoading}>
          <Trans>Save Settings</Trans>
        </CommandButton>
      </div>
    </form>
  )
}

interface OptionsProps {
  role: Role
  notifications: AccountSettings['notifications']
  change(changes: AccountSettings['notifications']): void
}

function Options({ role, notifications, change }: OptionsProps) {
  const options = notificationOptionsOf(role)
  if (options.length === 0)
    return (
      <p className={classes.hint}>
        <Trans>Your role has no optional notifications.</Trans>
      </p>
    )
  return (
    <fieldset className={classes.group}>
      <legend>
        <Trans>Notifications</Trans>
      </legend>
      {options.map(({ option, label, text }) => (
        <Checkbox
          key={option}
          className={classes.option}
          radius={4}
          label={label}
          description={text}
          checked={isNotificationOn(notifications, option)}
          onChange={(event) => change({ [option]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  )
}

interface BySmsProps {
  /** Phone number that is linked to the account. */
  phone: string | undefined
  /**
   * Whether notifications are also sent by SMS.
   * Undefined if the account has no phone number.
   */
  isOn: boolean | undefined
  change(isOn: boolean): void
}

/** Switch that also sends a resident's notifications by SMS. */
function BySms({ phone, isOn, change }: BySmsProps) {
  if (isOn === undefined)
    return (
      <p className={`${classes.option} ${classes.hint}`}>
        <Trans>
          To get notifications by SMS too,{' '}
          <Anchor component={Link} to="/resident/profile" inherit underline="always">
            link your phone number
          </Anchor>
          .
        </Trans>
      </p>
    )
  const number = toReadablePhone(phone ?? '')
  return (
    <Checkbox
      className={classes.option}
      mb="sm"
      radius={4}
      label={number ? t`Also by SMS to ${number}` : t`Also by SMS`}
      description={t`About your report, the truck, and your collected bin. To change this by phone, dial the code and choose 0.`}
      checked={isOn}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}

/** Choice of a recycler's report frequency: daily or weekly. */
function Often({ value, choose }: { value: 'day' | 'week'; choose(value: 'day' | 'week'): void }) {
  return (
    <Radio.Group
      label={t`Report frequency`}
      value={value}
      onChange={(chosen) => choose(chosen === 'day' ? 'day' : 'week')}
    >
      <div className={classes.often}>
        <Radio className={classes.choice} value="week" label={t`Mondays at 07:00`} />
        <Radio className={classes.choice} value="day" label={t`Every day at 18:00`} />
      </div>
    </Radio.Group>
  )
}

/** Panel where users export their data and see which staff have revealed their name. */
export function PersonalDataPanel() {
  const [fetchData, { isLoading }] = useOwnDataMutation()

  async function download() {
    try {
      downloadFile(await fetchData().unwrap())
    } catch (refused) {
      showToast('error', t`Your data could not be loaded`, failureReasonOf(refused))
    }
  }

  return (
    <>
      <Panel title={t`Who looked at my data`}>
        <Accesses />
      </Panel>
      <Panel title={t`My data`}>
        <p className={classes.hint}>
          <Trans>
            All your data in one file: account, settings, reports, notifications, sign-ins and who looked at your data.
          </Trans>
        </p>
        <div className={classes.save}>
          <Button
            variant="default"
            size="md"
            mih={44}
            mt="sm"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            loading={isLoading}
            onClick={() => void download()}
          >
            <Trans>Download my data</Trans>
          </Button>
        </div>
      </Panel>
    </>
  )
}

function Accesses() {
  const { data, error, refetch } = useOwnAccessesQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data)
    return error ? (
      <ErrorState
        message={failureTextOf(error, t`Failed to load who looked at your data`)}
        retry={() => void refetch()}
      />
    ) : (
      <Skeleton height={60} />
    )
  if (data.accesses.length === 0)
    return (
      <p className={classes.hint}>
        <Trans>
          Nobody has looked at your data. When an auditor looks you up or views your name, you see it here with the
          reason.
        </Trans>
      </p>
    )
  return (
    <ul className={classes.sessions}>
      {data.accesses.map((access) => (
        <One key={access.id} access={access} />
      ))}
    </ul>
  )
}

function accessText(lookedUpBy: PersonAccess['looked_up_by']): string {
  if (!lookedUpBy) return t`Viewed your name`
  return lookedUpBy === 'email' ? t`Searched for you by email` : t`Searched for you by name`
}

function One({ access: { at, by_name, by_role, reason, looked_up_by } }: { access: PersonAccess }) {
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.tileTitle}>{reason}</p>
        <p className={classes.hint}>
          <span>{`${by_name}, ${roleLabelOf(by_role)}`}</span> · <span>{accessText(looked_up_by)}</span> ·{' '}
          <RelativeTime iso={at} />
        </p>
      </div>
    </li>
  )
}
