/** Profile tab: personal data, panels per role, account deletion. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '#web/ui/input-styles.ts'
import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBellRinging, IconChartPie, IconRecycle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ProfileStatistics, User } from '#contract/views.ts'
import { signInNameOf, toReadablePhone } from '#domain/contacts.ts'
import { failureTextOf, useAppDispatch, useIdempotentRunner } from '#web/lib/api/api.ts'
import { accountDeleted, useSession } from '#web/lib/api/session.ts'
import { formatNumber, withUnit } from '#web/lib/format/numbers.ts'
import { validateBySchema } from '#web/lib/hooks/forms.ts'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './account.module.css'
import { FormErrorAlert, PasswordField } from './accounts-frame.tsx'
import {
  displayNameOf,
  formatMemberSince,
  roleLabelOf,
  useChangeProfileMutation,
  useDeleteAccountMutation,
  useProfileFiguresQuery,
} from './own-account.ts'
import { PhonePanel } from './phone-panel.tsx'
import { PersonalDataPanel } from './settings-panel.tsx'

const rules = validateBySchema(async () => (await import('#contract/commands.ts')).ChangeProfileBody)

/** Form for name and phone number, a profile's only editable fields. */
function ProfileForm({ user, close }: { user: User; close(): void }) {
  const { token, renew } = useSession()
  const [change, { error, isLoading }] = useChangeProfileMutation()
  const attempt = useIdempotentRunner()
  const form = useForm({ initialValues: { name: user.name, phone: user.phone ?? '' }, validate: rules })

  async function submit(body: typeof form.values) {
    try {
      const changed = await attempt(body, (key) => change({ body, key }).unwrap())
      if (token) renew({ token, user: changed.user })
      showToast('success', t`Profile saved`, t`Your earlier reports keep your old name.`)
      close()
    } catch {
      // Ignores the error, because its reason already appears above the buttons.
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <TextInput label={t`Name`} size="md" required autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={t`Phone`}
          description={t`Optional`}
          type="tel"
          size="md"
          autoComplete="tel"
          {...form.getInputProps('phone')}
        />
        {error && <FormErrorAlert failure={error} text={t`Failed to save your profile`} keepsText />}
        <Group>
          <CommandButton type="submit" size="md" mih={44} loading={isLoading}>
            <Trans>Save</Trans>
          </CommandButton>
          <Button variant="default" size="md" mih={44} disabled={isLoading} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const figures = (): [label: string, of: (figures: ProfileStatistics) => number | undefined, unit?: string][] => [
  [t`Active collections this week`, (all) => all.activeCollectionsThisWeek],
  [t`Reports processed in 30 days`, (all) => all.reportsProcessed30Days],
  [t`Collection efficiency in 30 days`, (all) => all.efficiencyPercent, '%'],
]

/**
 * A dispatcher's figures from the server.
 * A dash marks an unknown one.
 */
function DispatcherFigures() {
  const { data, error, refetch } = useProfileFiguresQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={t`Operations`} aside={<SimulatedBadge of={data} />}>
      {error && !data ? (
        <ErrorState message={failureTextOf(error, t`Failed to load your figures`)} retry={refetch} />
      ) : (
        <dl className={`${classes.tiles} ${classes.figures}`}>
          {figures().map(([label, of, unit]) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{data ? shown(of(data), unit) : <Skeleton height={32} width={64} />}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes.hint}>
        <Trans>Collection efficiency is the share of the last 30 days’ reports that were collected.</Trans>
      </p>
    </Panel>
  )
}

function shown(value: number | undefined | null, unit: string | undefined): string {
  if (value === undefined || value === null) return '–'
  const text = formatNumber(Math.round(value))
  return unit ? withUnit(text, unit) : text
}

const tiles = () => [
  {
    icon: IconRecycle,
    title: t`Active Recycler`,
    text: t`You see both dumping sites and the loads on their way to them.`,
  },
  { icon: IconChartPie, title: t`Analytics Access`, text: t`Waste composition, trends and forecasts of every site.` },
  {
    icon: IconBellRinging,
    title: t`Real-time Alerts`,
    text: t`You are notified at once of new waste compositions and nearly full sites.`,
  },
]

/** Tiles that show what a recycler's account may do. */
function RecyclerTiles() {
  return (
    <Panel title={t`Your access`}>
      <ul className={classes.tiles}>
        {tiles().map(({ icon: Icon, title, text }) => (
          <li key={title} className={classes.tile}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <p className={classes.tileTitle}>{title}</p>
              <p className={classes.hint}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface ProfileProps {
  user: User
  /** Content below the personal details. */
  below?: ReactNode
}

export function Profile({ user, below }: ProfileProps) {
  return (
    <>
      {user.role === 'dispatcher' && <DispatcherFigures />}
      <PersonalDetails user={user} />
      {user.role === 'resident' && <PhonePanel user={user} />}
      {below}
      {user.role === 'recycler' && <RecyclerTiles />}
      <PersonalDataPanel />
      {user.role === 'resident' && <DangerZone user={user} />}
    </>
  )
}

function PersonalDetails({ user }: { user: User }) {
  const [editing, setEditing] = useState(false)
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      <Trans>Edit</Trans>
    </Button>
  )
  return (
    <Panel title={t`Personal details`} aside={!editing && edit}>
      {editing ? (
        <ProfileForm user={user} close={() => setEditing(false)} />
      ) : (
        <dl className={classes.details}>
          {detailsOf(user).map(([label, value]) => (
            <div key={label} className={classes.detail}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

function detailsOf(user: User): [label: string, value: string][] {
  const details: [string, string | undefined][] = [
    [t`Name`, displayNameOf(user.name, user.role)],
    [t`Email`, user.email || t`Not provided`],
    [t`Phone`, toReadablePhone(user.phone?.trim() ?? '') || t`Not provided`],
    [t`Employee ID`, user.employee_id],
    [t`Role`, roleLabelOf(user.role)],
    [t`Zone`, user.role === 'resident' ? (user.zone ?? t`Zone not assigned`) : undefined],
    [t`Facility`, user.facility],
    [t`Member Since`, formatMemberSince(user.createdAt)],
  ]
  return details.filter((detail): detail is [string, string] => detail[1] !== undefined)
}

const deletionRules = validateBySchema(async () => (await import('#contract/commands.ts')).DeleteAccountBody)

/** Section that deletes a resident's account after the password was entered. */
function DangerZone({ user }: { user: User }) {
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const close = () => setOpened(false)
  return (
    <Panel title={t`Danger Zone`} className={classes.danger!}>
      <div className={classes.dangerRow}>
        <p>
          <Trans>This erases your name, email, phone and notes. It can’t be undone.</Trans>
        </p>
        <Button variant="outline" color="statusCritical" onClick={() => setOpened(true)}>
          <Trans>Delete Account</Trans>
        </Button>
      </div>
      <Dialog title={t`Delete Account`} opened={opened} close={close} busy={busy}>
        <DeleteForm user={user} close={close} setBusy={setBusy} />
      </Dialog>
    </Panel>
  )
}

function DeleteForm({ user, close, setBusy }: { user: User; close(): void; setBusy(busy: boolean): void }) {
  const dispatch = useAppDispatch()
  const attempt = useIdempotentRunner()
  const [erase, { error }] = useDeleteAccountMutation()
  const form = useForm({ initialValues: { password: '' }, validate: deletionRules, validateInputOnBlur: true })

  const submit = form.onSubmit(
    async ({ password }) => {
      setBusy(true)
      try {
        await attempt(password, (key) => erase({ id: user.id, body: { password }, key }).unwrap())
      } catch {
        // Ignores the error, because the dialog shows it.
        return setBusy(false)
      }
      setBusy(false)
      dispatch(accountDeleted())
      await forgetWaiting(user.id)
    },
    () => form.getInputNode('password')?.focus(),
  )

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          <Trans>
            This erases the account of <span>{user.name}</span> ({signInNameOf(user)}). You will be logged out and can’t
            sign in again. Your reports stay, without your name.
          </Trans>
        </Text>
        <PasswordField
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        {error && <FormErrorAlert failure={error} text={t`Failed to delete account. Please try again.`} />}
        <DialogFooter act={t`Delete Account`} close={close} pending={form.submitting} final />
      </Stack>
    </form>
  )
}

/** Removes stored reports that wait for a network from this device. */
async function forgetWaiting(userId: string): Promise<void> {
  try {
    const { deleteStoredReport, storedReportsOf: keptOf } = await import('#web/lib/outbox/report-store.ts')
    for (const { key } of await keptOf(userId)) await deleteStoredReport(key)
  } catch (error) {
    console.warn('What this browser keeps for the account could not be read.', error)
  }
}
