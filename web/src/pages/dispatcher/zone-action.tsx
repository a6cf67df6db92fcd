/** The one thing to do about a zone; it is another one only once no hand is at it. */
import { NextStep } from '#web/features/collections/next-step.tsx'
import { CompareButton } from '#web/features/collections/plan/compare-button.tsx'
import { ScheduleButton } from '#web/features/collections/plan/schedule-button.tsx'
import { ScheduleCollectionButton } from '#web/features/collections/schedule/schedule-collection-button.tsx'
import { actionId, type ZoneAction } from '#web/features/zones/zone-line.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'

export interface ZoneNextProps {
  zone: string
  action: ZoneAction | null
  /** Of all zones, nothing is to be done before this. */
  isNext: boolean
}

export function ZoneNext({ zone, action, isNext }: ZoneNextProps) {
  const { shown, gone } = useHeldRows(action ? [{ ...action, id: actionId(action) }] : [])
  const [drawn] = shown
  if (!drawn) return null
  const over = gone(drawn.id)
  if (drawn.kind === 'schedule')
    return (
      <>
        <CompareButton zone={zone} gone={over} />
        <ScheduleButton
          plans={[{ zone, trucks: [...drawn.plan] }]}
          label={`Schedule ${zone}`}
          isNext={isNext}
          gone={over}
        >
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
        disabled={over}
        label={`Schedule collection in ${zone}`}
      >
        Schedule…
      </ScheduleCollectionButton>
    )
  const { id, vehicle } = drawn.schedule
  const status = drawn.kind === 'start' ? 'scheduled' : 'in-progress'
  return (
    <NextStep schedule={{ id, status }} of="Collection" name={`${vehicle.id}, ${zone}`} isNext={isNext} gone={over} />
  )
}
