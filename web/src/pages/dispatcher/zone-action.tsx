/** Actions of a zone, usually one; they do not change during interaction. */
import { RowButton } from '#web/components/row-button.tsx'
import { NextStep } from '#web/features/collections/next-step.tsx'
import { CompareButton } from '#web/features/collections/plan/compare-button.tsx'
import { ScheduleButton } from '#web/features/collections/plan/schedule-button.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { actionId, type ZoneAction } from '#web/features/zones/zone-line.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'

export interface ZoneNextProps {
  zone: string
  /** The last one is the main action. */
  actions: readonly ZoneAction[]
  /** True for the zone with the dashboard's main action. */
  isNext: boolean
}

export function ZoneNext({ zone, actions, isNext }: ZoneNextProps) {
  const { shown, gone } = useHeldRows(actions.map((action) => ({ ...action, id: actionId(action) })))
  const last = shown.at(-1)
  return shown.map((drawn) =>
    gone(drawn.id) ? (
      <Done key={drawn.id} zone={zone} drawn={drawn} />
    ) : (
      <Action key={drawn.id} zone={zone} drawn={drawn} isNext={isNext && drawn === last} isAlone={shown.length === 1} />
    ),
  )
}

interface ActionProps {
  zone: string
  drawn: ZoneAction
  isNext: boolean
  /** True if the label need not name the truck. */
  isAlone: boolean
}

function Action({ zone, drawn, isNext, isAlone }: ActionProps) {
  if (drawn.kind === 'schedule')
    return (
      <>
        <CompareButton zone={zone} />
        <ScheduleButton plans={[{ zone, trucks: [...drawn.plan] }]} label={`Schedule ${zone}`} isNext={isNext}>
          Schedule
        </ScheduleButton>
      </>
    )
  if (drawn.kind === 'choose')
    return (
      <ScheduleCollectionButton
        zone={zone}
        variant={isNext ? 'filled' : 'default'}
        h="var(--row-control, 44px)"
        px="sm"
        label={`Schedule collection in ${zone}`}
      >
        Schedule…
      </ScheduleCollectionButton>
    )
  const { id, vehicle } = drawn.schedule
  const status = drawn.kind === 'start' ? 'scheduled' : 'in-progress'
  return (
    <NextStep
      schedule={{ id, status }}
      of="Collection"
      name={`${vehicle.id}, ${zone}`}
      truck={isAlone ? undefined : vehicle.id}
      isNext={isNext}
      gone={false}
    />
  )
}

const ENDED = { scheduled: 'Scheduled', 'in-progress': 'Started', completed: 'Completed', cancelled: 'Cancelled' }

/** Result of an action in its place during interaction, so that no other action is pressed. */
function Done({ zone, drawn }: { zone: string; drawn: ZoneAction }) {
  const { rows: schedules } = useRoom('schedules')
  const isStep = drawn.kind === 'start' || drawn.kind === 'complete'
  const made = isStep
    ? schedules.find(({ id }) => id === drawn.schedule.id)
    : schedules.find((row) => row.zone === zone && row.status === 'scheduled')
  const says = made ? ENDED[made.status] : 'Changed'
  return (
    <>
      {/* Reserves its space, so that the pointer's target does not move. */}
      {drawn.kind === 'schedule' && (
        <span style={{ visibility: 'hidden' }}>
          <CompareButton zone={zone} gone />
        </span>
      )}
      <RowButton label={`${says}: ${zone}`} gone act={() => undefined}>
        {says}
      </RowButton>
    </>
  )
}
