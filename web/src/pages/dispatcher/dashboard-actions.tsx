/** Parts of the dashboard that load right after its first render, in one file. */

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schedule, ZoneStatus } from '#contract/views.ts'
import { CompareOptionsButton, ReportBurstNotice, ScheduleButton } from '#web/features/dispatch/dashboard-buttons.tsx'
import { NextStepButton, ScheduleCollectionButton } from '#web/features/dispatch/schedule-buttons.tsx'
import { type ZoneAction, zoneActionIdOf } from '#web/features/zones/zone-row-state.ts'
import { ThresholdPredictionText } from '#web/features/zones/zone-rows.tsx'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import classes from './dispatcher.module.css'

export { ReportToolbar } from '#web/features/active-reports/report-tools.tsx'
export {
  CollectSelectedButton as CollectSelected,
  MarkAllCollectedButton as MarkAllButton,
  MarkCollectedButton as MarkCollected,
  ScheduleAllButton as ScheduleAll,
} from '#web/features/dispatch/dashboard-buttons.tsx'

interface ZoneActionsProps {
  zone: string
  /** Actions of the zone; the last one is the main action. */
  actions: readonly ZoneAction[]
  /** True for the zone whose button is the dashboard's main action. */
  isNext: boolean
}

/**
 * Buttons of a zone, usually one.
 * They do not change while the user interacts with the list.
 */
export function ZoneActions({ zone, actions, isNext }: ZoneActionsProps) {
  const { shown, gone } = useFrozenRows(actions.map((action) => ({ ...action, id: zoneActionIdOf(action) })))
  const last = shown.at(-1)
  return shown.map((drawn) =>
    gone(drawn.id) ? (
      <ActionResult key={drawn.id} zone={zone} drawn={drawn} />
    ) : (
      <Action key={drawn.id} zone={zone} drawn={drawn} isNext={isNext && drawn === last} isAlone={shown.length === 1} />
    ),
  )
}

interface ActionProps {
  zone: string
  drawn: ZoneAction
  isNext: boolean
  /** True if the zone has no other button, so the label need not name the truck. */
  isAlone: boolean
}

function Action({ zone, drawn, isNext, isAlone }: ActionProps) {
  if (drawn.kind === 'schedule')
    return (
      <>
        <CompareOptionsButton zone={zone} />
        <ScheduleButton
          plans={[{ zone, trucks: [...drawn.plan] }]}
          label={accessibleActionNameOf(t`Schedule`, zone)}
          isNext={isNext}
        >
          <Trans>Schedule</Trans>
        </ScheduleButton>
      </>
    )
  if (drawn.kind === 'choose')
    return (
      <ScheduleCollectionButton
        zone={zone}
        variant={isNext ? 'filled' : 'default'}
        mih="var(--row-control, 44px)"
        px="sm"
        label={accessibleActionNameOf(t`Schedule…`, zone)}
      >
        <Trans>Schedule…</Trans>
      </ScheduleCollectionButton>
    )
  const { id, vehicle } = drawn.schedule
  const status = drawn.kind === 'start' ? 'scheduled' : 'in-progress'
  return (
    <NextStepButton
      schedule={{ id, status }}
      of="collection"
      name={`${vehicle.id}, ${zone}`}
      truck={isAlone ? undefined : vehicle.id}
      isNext={isNext}
      gone={false}
    />
  )
}

/** Returns the result of an action on the dashboard, from the collection's new status. */
function resultOf(status: Schedule['status']): string {
  const results = {
    scheduled: t`Scheduled`,
    'in-progress': t`Started`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
  }
  return results[status]
}

/**
 * Result of an action on the dashboard, shown in place of the action's button.
 * A second press at this place thus triggers no other action.
 */
function ActionResult({ zone, drawn }: { zone: string; drawn: ZoneAction }) {
  const { rows: schedules } = useRoom('schedules')
  const isStep = drawn.kind === 'start' || drawn.kind === 'complete'
  const made = isStep
    ? schedules.find(({ id }) => id === drawn.schedule.id)
    : schedules.find((row) => row.zone === zone && row.status === 'scheduled')
  const says = made ? resultOf(made.status) : t`Changed`
  return (
    <>
      {/* Reserves the compare button's space, so that the button under the pointer does not move. */}
      {drawn.kind === 'schedule' && (
        <span style={{ visibility: 'hidden' }}>
          <CompareOptionsButton zone={zone} gone />
        </span>
      )}
      <RowButton label={accessibleActionNameOf(says, zone)} gone act={() => undefined}>
        {says}
      </RowButton>
    </>
  )
}

/** Notes about a zone: predicted time, unconfirmed reports, and many reports by new accounts to check. */
export function ZoneNotes({ zone, isWaiting }: { zone: ZoneStatus; isWaiting: boolean }) {
  const { notCounted } = zone
  const reports = plural({ reports: notCounted ?? 0 }, { one: '# report', other: '# reports' })
  return (
    <>
      {isWaiting && <ThresholdPredictionText status={zone} />}
      {notCounted !== undefined && (
        <p className={classes.note}>
          <Trans>
            Reports of unconfirmed accounts, not counted yet: <span>{reports}</span>
          </Trans>
        </p>
      )}
      <ReportBurstNotice zone={zone} />
    </>
  )
}

const loadConfiguration = async () =>
  (await import('#web/features/settings/configuration-dialog.tsx')).ConfigurationDialog
const preloadConfiguration = createPreloadHandlers(loadConfiguration)

/** Button that opens System Configuration. */
export function ConfigurationButton() {
  const [opened, setOpened] = useState(false)
  const off = useCommandsDisabled()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        px="md"
        leftSection={<IconSettings size={18} aria-hidden="true" />}
        onClick={() => setOpened(true)}
        {...preloadConfiguration}
        {...off}
      >
        <Trans>Settings</Trans>
      </Button>
      <LazyDialog load={loadConfiguration} props={{ opened, close: () => setOpened(false) }} />
    </>
  )
}
