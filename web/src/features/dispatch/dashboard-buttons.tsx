/**
 * Dashboard buttons that load right after its first render.
 * They schedule plans, mark reports collected, and accept new accounts' reports.
 */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Report, ZoneStatus } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { commandFailureReasonOf, type RequestFailure } from '#web/lib/api/api.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { getResidentNameOfReport } from '#web/lib/language/person-name.ts'
import { ChangeErrorAlert } from '#web/ui/dialog.tsx'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { showToast, toastFailure } from '#web/ui/toasts.tsx'
import { useCommand, useUndoOffer } from '#web/ui/use-command.tsx'
import {
  useClearBurstMutation,
  useMarkReportMutation,
  useScheduleCollectionMutation,
  useScheduleUndo,
} from './calls.ts'
import classes from './dispatch.module.css'
import {
  describeAcceptedReportBurst,
  getReportBurstAdvice,
  type PlannedZoneTrucks,
  scheduleCommandOf,
} from './dispatch.ts'

interface ScheduleButtonProps {
  plans: readonly PlannedZoneTrucks[]
  /** Accessible name of the button; it includes the zone. */
  label?: string
  /** True for the main action of its panel. */
  isNext?: boolean
  /** True if the plans that the button schedules are no longer recommended. */
  gone?: boolean
  children: ReactNode
}

/**
 * Button that schedules recommended plans.
 * Busy until the feed delivers the schedules.
 */
export function ScheduleButton({ plans, label, isNext = false, gone = false, children }: ScheduleButtonProps) {
  const { pending, send } = useCommand('schedules')
  const offerUndo = useScheduleUndo()
  const [schedule] = useScheduleCollectionMutation()

  /**
   * Schedules the zones in turn.
   * Earlier ones stay scheduled after a failure.
   */
  async function scheduleAll(key: string) {
    const made: AnswerOf<'scheduleCollection'>['schedules'] = []
    let position = '0'
    for (const plan of plans) {
      const answer = await schedule({
        body: scheduleCommandOf(plan),
        key: `${key}-${plan.zone.replace(/\W/g, '')}`,
      }).unwrap()
      made.push(...answer.schedules)
      position = answer.position
    }
    return { made, position }
  }

  async function click() {
    try {
      const done = await send(plans.map(scheduleCommandOf), scheduleAll)
      if (!done) return
      void offerUndo(
        done.made,
        plans.map(({ zone }) => zone),
      )
    } catch (error) {
      const takenMeanwhile = (error as RequestFailure).status === 409
      showToast(
        takenMeanwhile ? 'warning' : 'error',
        t`Failed to schedule the collection`,
        commandFailureReasonOf(error),
      )
    }
  }

  return (
    <RowButton
      isNext={isNext}
      label={label}
      actsOn={JSON.stringify(plans.map(scheduleCommandOf))}
      busy={pending}
      gone={gone}
      act={() => void click()}
    >
      {pending ? t`Scheduling…` : children}
    </RowButton>
  )
}

/** Button that schedules all recommended plans. */
export const ScheduleAllButton = ({ plans }: Pick<ScheduleButtonProps, 'plans'>) => (
  <ScheduleButton plans={plans}>
    <Trans>Schedule all</Trans>
  </ScheduleButton>
)

const loadPlanDialog = async () => (await import('./plan-dialog.tsx')).PlanDialog

/** Button that opens the dialog with alternatives for a zone's collection. */
export function CompareOptionsButton({ zone, gone = false }: { zone: Zone; gone?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <RowButton label={accessibleActionNameOf(t`Compare`, zone)} gone={gone} act={() => setOpened(true)}>
        <Trans>Compare</Trans>
      </RowButton>
      <LazyDialog load={loadPlanDialog} props={{ zone, opened, close: () => setOpened(false) }} />
    </>
  )
}

const residentOf = (report: Pick<Report, 'resident_name'>) => getResidentNameOfReport(report) ?? t`this resident`

/** Returns a function that marks a report collected and offers undo. */
export function useMarkCollected() {
  const [markReport] = useMarkReportMutation()
  const offerUndo = useUndoOffer()
  const { pending, send } = useCommand('active-reports')

  async function mark(report: Report) {
    try {
      const body = { status: 'collected' } as const
      const done = await send(report.id, (key) => markReport({ id: report.id, body, key }).unwrap())
      if (!done) return
      const detail = `${residentOf(report)}, ${report.zone}`
      void offerUndo({ by: 'undoCollection', id: report.id, title: t`Marked as collected`, detail })
    } catch (error) {
      toastFailure(error, t`Failed to mark report as collected`)
    }
  }

  return { pending, mark }
}

interface MarkCollectedProps {
  report: Report
  gone: boolean
  /**
   * True if the Tab key reaches the button.
   * False in a table row, where the table's keys reach it.
   */
  isStop: boolean
}

/**
 * Button that marks a report as collected.
 * It stays busy until the dashboard shows the change.
 * It does nothing for a closed report.
 */
export function MarkCollectedButton({ report, gone, isStop }: MarkCollectedProps) {
  const { pending, mark } = useMarkCollected()
  const name = `${residentOf(report)}, ${report.zone}`
  const text = gone ? t`Closed` : t`Mark collected`
  return (
    <RowButton
      label={accessibleActionNameOf(text, name)}
      {...(!isStop && { tabIndex: -1 })}
      actsOn={report.id}
      busy={pending}
      gone={gone}
      act={() => void mark(report)}
    >
      {pending ? t`Marking…` : text}
    </RowButton>
  )
}

interface CollectSelectedProps {
  reports: readonly Report[]
  /** Called when the button has tried to mark every report as collected. */
  done(): void
}

/** Button that marks selected reports collected in turn, except those closed meanwhile. */
export function CollectSelectedButton({ reports, done }: CollectSelectedProps) {
  const [markReport] = useMarkReportMutation()
  const offerUndo = useUndoOffer()
  const { pending, send } = useCommand('active-reports')
  const ids = reports.map(({ id }) => id)

  async function markEach(key: string) {
    const outcome = { position: '0', collected: [] as string[], failed: 0, reason: '' }
    for (const id of ids) {
      try {
        const { position } = await markReport({ id, body: { status: 'collected' }, key: `${key}-${id}` }).unwrap()
        outcome.position = position
        outcome.collected.push(id)
      } catch (error) {
        if ((error as RequestFailure).status === 409) continue
        outcome.failed += 1
        outcome.reason = commandFailureReasonOf(error)
      }
    }
    return outcome
  }

  async function mark() {
    const outcome = await send(ids, markEach)
    if (!outcome) return
    const { collected, failed, reason } = outcome
    if (collected.length > 0) {
      const detail = plural({ reports: collected.length }, { one: '# report', other: '# reports' })
      void offerUndo({ by: 'undoCollection', id: collected, title: t`Marked as collected`, detail })
    }
    if (failed > 0)
      showToast(
        'error',
        t`Failed to mark ${plural({ reports: failed }, { one: '# report', other: '# reports' })} as collected`,
        reason,
      )
    else done()
  }

  return (
    <RowButton actsOn={ids.join(' ')} isNext busy={pending} act={() => void mark()}>
      {pending ? t`Marking…` : t`Collect selected`}
    </RowButton>
  )
}

const loadMarkAllDialog = async () => (await import('./collect-dialogs.tsx')).MarkAllCollectedDialog
const ahead = createPreloadHandlers(loadMarkAllDialog)

/** Button that opens 'Select Dumping Site' for all open reports. */
export function MarkAllCollectedButton() {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  const { rows } = useRoom('active-reports')
  return (
    <>
      <Button
        variant="default"
        size="sm"
        mih="var(--row-control, 44px)"
        px="md"
        disabled={rows.length === 0}
        onClick={() => setOpened(true)}
        {...ahead}
        {...off}
      >
        <Trans>Mark All Collected</Trans>
      </Button>
      <LazyDialog load={loadMarkAllDialog} props={{ opened, close: () => setOpened(false) }} />
    </>
  )
}

/**
 * Warns of many new accounts reporting in a zone.
 * The button accepts their reports.
 */
export function ReportBurstNotice({ zone: { zone, burst } }: { zone: ZoneStatus }) {
  const { pending, failure, send } = useCommand('zones')
  const off = useCommandsDisabled()
  const [clear] = useClearBurstMutation()
  const isAutomatic = useRoom('configuration').rows[0]?.automaticDispatch ?? false
  if (!burst) return null

  async function accept() {
    const body = { zone }
    // An error needs no handling, because `failure` already shows it beside the button.
    const done = await send(body, (key) => clear({ body, key }).unwrap()).catch(() => undefined)
    if (done) showToast('success', describeAcceptedReportBurst(isAutomatic, zone))
  }

  return (
    <div className={classes.notice} role="status">
      <p>
        <strong>{t`${plural({ accounts: burst.reports }, { one: '# new account', other: '# new accounts' })} reported within an hour.`}</strong>{' '}
        <span>{getReportBurstAdvice(isAutomatic)}</span>
      </p>
      <Button
        variant="default"
        size="sm"
        mih="var(--row-control, 44px)"
        px="sm"
        loading={pending}
        onClick={() => void accept()}
        {...off}
      >
        <Trans>Accept reports</Trans>
      </Button>
      <ChangeErrorAlert failure={failure} text={t`Failed to accept the reports`} />
    </div>
  )
}
