/** Undo of collections that were just scheduled. */

import { t } from '@lingui/core/macro'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Zone } from '#domain/city.ts'
import { withColon } from '#web/lib/format/labels.ts'
import { formatList } from '#web/lib/format/names.ts'
import { useUndo } from '#web/ui/use-command.tsx'

/** Shows a toast about scheduled collections that offers to cancel them. */
export function useScheduleUndo() {
  const offerUndo = useUndo()
  return (schedules: AnswerOf<'scheduleCollection'>['schedules'], zones: readonly Zone[]) =>
    offerUndo({
      by: 'cancelSchedule',
      id: schedules.map(({ id }) => id),
      title: t`Collection scheduled`,
      detail: withColon(formatList(schedules.map(({ vehicle }) => vehicle.id)), formatList(zones)),
    })
}
