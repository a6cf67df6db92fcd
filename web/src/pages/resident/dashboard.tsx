/** The resident's dashboard: welcome, notices, main button, report progress. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { IconBottle, IconBox, IconRecycle, IconTrashX } from '@tabler/icons-react'
import { Suspense } from 'react'
import accountClasses from '#web/features/accounts/account.module.css'
import { useMeQuery, useResendConfirmationMutation } from '#web/features/accounts/calls.ts'
import { RecentReports, ReportBinPanel, ReportCounts } from '#web/features/reports/resident-panels.tsx'
import { failureReasonOf } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import initials from '#web/ui/marks.module.css'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import { AdviceList, Panel } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import classes from './resident.module.css'

const tips = () => [
  {
    icon: IconTrashX,
    title: t`Separate Materials`,
    text: t`Keep plastic, paper, glass and metal apart from food waste.`,
  },
  { icon: IconBottle, title: t`Clean Containers`, text: t`A quick rinse makes recycling easier.` },
  { icon: IconBox, title: t`Flatten Boxes`, text: t`Flat boxes leave more room in your bin and in the truck.` },
  { icon: IconRecycle, title: t`Check Symbols`, text: t`The number in the triangle shows the type of plastic.` },
]

/** Panel of four tips, which are always the same. */
function EcoTips() {
  return (
    <Panel title={t`Eco Tips`}>
      <AdviceList pieces={tips()} />
    </Panel>
  )
}

const ChooseZone = lazyWithRetry(async () => (await import('#web/features/accounts/choose-zone.tsx')).ChooseZoneForm)

/** Form for another zone after the resident's zone closed; loads only then. */
function ClosedZone() {
  const zone = useRoom('my-zone').rows[0]
  if (!zone?.closed) return null
  return (
    <Suspense>
      <ChooseZone closed={zone.id} />
    </Suspense>
  )
}

const CollectionStatus = lazyWithRetry(async () => (await import('./collection-status.tsx')).CollectionStatus)

/**
 * Placeholder of the status card.
 * The card's code loads after the code for reports.
 */
const StatusSkeleton = () => (
  <Panel title={t`Collection Status`}>
    <div className={classes.status}>
      <Skeleton height={168} />
    </div>
  </Panel>
)

export function ResidentDashboard() {
  useTitle(t`Dashboard`)
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ReportBinPanel />
          <UnconfirmedNotice />
          <ClosedZone />
          <Suspense fallback={<StatusSkeleton />}>
            <CollectionStatus />
          </Suspense>
        </div>
        <div className={classes.column}>
          <RecentReports />
          <ReportCounts />
        </div>
      </div>
      <EcoTips />
    </div>
  )
}

function Welcome() {
  const { user } = useSession()
  const name = user?.name ?? t`User`
  return (
    <div className={classes.welcome}>
      <span className={initials.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={classes.greeting}>
        <h1 className={classes.name}>
          <Trans>
            Welcome, <span>{name}</span>
          </Trans>
        </h1>
        <p className={classes.hint}>{user?.zone ?? t`Zone not assigned`}</p>
      </div>
      <FreshnessBadge system />
    </div>
  )
}

/** Notice about an unconfirmed email address, with a button to resend the mail. */
function UnconfirmedNotice() {
  const { user } = useSession()
  // Asks the server whether the email is still unconfirmed.
  // Another device or an admin may have confirmed the email.
  const { data } = useMeQuery(undefined, { skip: !user?.unconfirmed, refetchOnMountOrArgChange: true })
  const [resend, { isLoading }] = useResendConfirmationMutation()
  if (!user?.unconfirmed || (data && !data.unconfirmed)) return null

  async function press() {
    const answer = await resend()
    if (answer.data) showToast('success', answer.data.message)
    else showToast('error', t`The link could not be sent`, failureReasonOf(answer.error))
  }

  return (
    <div className={accountClasses.unconfirmed} role="status">
      <p>
        <Trans>
          <strong>Your email is not confirmed.</strong> Open the link that we sent to <span>{user.email}</span>.
        </Trans>
      </p>
      <CommandButton variant="default" loading={isLoading} onClick={() => void press()}>
        <Trans>Send the link again</Trans>
      </CommandButton>
    </div>
  )
}
