/** Buttons of recommended plans: schedule one, schedule all, compare alternatives. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Zone } from '#domain/city.ts'
import { commandFailureReason, type Failure } from '#web/lib/api/api.ts'
import { accessibleActionName } from '#web/lib/format/names.ts'
import { LazyDialog } from '#web/ui/lazy-panel.tsx'
import { RowButton } from '#web/ui/rows.tsx'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'
import { useScheduleCollectionMutation } from './calls.ts'
import { type PlannedZoneTrucks, scheduleCommandOf } from './plan.ts'
import { useScheduleUndo } from './schedule-undo.ts'

interface ScheduleButtonProps {
  plans: readonly PlannedZoneTrucks[]
  /** Accessible name of the button; it includes the zone. */
  label?: string
  /** True for the main action of its panel. */
  isNext?: boolean
  /** True if the plans are no longer recommended. */
  gone?: boolean
  children: ReactNode
}

/** Button that schedules recommended plans. It stays busy until the feed delivers the schedules. */
export function ScheduleButton({ plans, label, isNext = false, gone = false, children }: ScheduleButtonProps) {
  const { pending, send } = useCommand('schedules')
  const offerUndo = useScheduleUndo()
  const [schedule] = useScheduleCollectionMutation()

  /** Schedules the zones one after another. After a failure, the zones before it stay scheduled. */
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
      const takenMeanwhile = (error as Failure).status === 409
      toast(takenMeanwhile ? 'warning' : 'error', t`Failed to schedule the collection`, commandFailureReason(error))
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

const load = async () => (await import('./plan-dialog.tsx')).PlanDialog

/** Button that opens the dialog with alternatives for a zone's collection. */
export function CompareOptionsButton({ zone, gone = false }: { zone: Zone; gone?: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <RowButton label={accessibleActionName(t`Compare`, zone)} gone={gone} act={() => setOpened(true)}>
        <Trans>Compare</Trans>
      </RowButton>
      <LazyDialog load={load} props={{ zone, opened, close: () => setOpened(false) }} />
    </>
  )
}
