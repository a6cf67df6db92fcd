/**
 * API endpoints of collections: recommendation, schedules, reports.
 * Also undoes scheduling.
 */

import { t } from '@lingui/core/macro'
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Zone } from '#domain/city.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { withColon } from '#web/lib/format/labels.ts'
import { formatList } from '#web/lib/format/names.ts'
import { useUndoOffer } from '#web/ui/use-command.tsx'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    recommendation: build.query({ ...defineQuery('recommendation'), keepUnusedDataFor: 0 }),
    scheduleCollection: build.mutation(defineCommand('scheduleCollection')),
    changeSchedule: build.mutation(defineCommand('changeSchedule')),
    markReport: build.mutation(defineCommand('markReport')),
    markAllCollected: build.mutation(defineCommand('markAllCollected')),
    clearBurst: build.mutation(defineCommand('clearBurst')),
  }),
})

export const {
  useRecommendationQuery,
  useScheduleCollectionMutation,
  useChangeScheduleMutation,
  useMarkReportMutation,
  useMarkAllCollectedMutation,
  useClearBurstMutation,
} = calls

/** Shows a toast about scheduled collections that offers to cancel them. */
export function useScheduleUndo() {
  const offerUndo = useUndoOffer()
  return (schedules: AnswerOf<'scheduleCollection'>['schedules'], zones: readonly Zone[]) =>
    offerUndo({
      by: 'cancelSchedule',
      id: schedules.map(({ id }) => id),
      title: t`Collection scheduled`,
      detail: withColon(formatList(schedules.map(({ vehicle }) => vehicle.id)), formatList(zones)),
    })
}
