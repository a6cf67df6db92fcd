/** Endpoints of collections: schedules and dispatches. */
import { z } from 'zod'
import { Delivery } from '../deliveries/views.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { Report } from '../reports/views.ts'
import {
  ChangeScheduleBody,
  ClearReportBurstBody,
  CompleteSchedulesByReportsBody,
  MarkAllCollectedBody,
  MarkReportCollectedBody,
  RescheduleCollectionBody,
  ScheduleCollectionBody,
} from './commands.ts'
import { collectionEndpointRoutes as lines } from './routes.ts'
import { CollectionRecommendation, Schedule } from './views.ts'

export const collectionEndpoints = defineEndpoints(lines, {
  markReport: {
    summary: "Mark one report collected; its waste leaves with the zone's next load",
    body: MarkReportCollectedBody,
    answer: createCommandAnswerSchema({ report: Report }),
  },
  scheduleCollection: {
    summary: "Schedule a zone's collection; once per zone and cycle",
    body: ScheduleCollectionBody,
    answer: createCommandAnswerSchema({ schedules: z.array(Schedule) }),
  },
  schedules: {
    summary: 'Open schedules and the newest that ended in the last 24 hours, by start; residents see their zone',
    query: z.object({ zone: z.string().min(1).max(60).optional() }),
    answer: createListAnswerSchema('schedules', Schedule),
  },
  changeSchedule: {
    summary: 'Start, complete or cancel a schedule',
    body: ChangeScheduleBody,
    answer: createCommandAnswerSchema({ schedule: Schedule }),
  },
  markAllCollected: {
    summary: 'Collect all open reports, optionally by zone, and send the truck to a site',
    body: MarkAllCollectedBody,
    answer: createCommandAnswerSchema({
      updatedCount: z.number(),
      message: messageSchema,
      deliveries: z.array(Delivery),
    }),
  },
  completeByReports: {
    summary: 'Complete the schedules of the zones whose reports were collected',
    body: CompleteSchedulesByReportsBody,
    answer: createCommandAnswerSchema({
      message: messageSchema,
      completedSchedules: z.number(),
      zones: z.array(z.string()),
    }),
  },
  reschedule: {
    summary: 'Reschedule a collection that has not started',
    body: RescheduleCollectionBody,
    answer: createCommandAnswerSchema({ schedule: Schedule }),
  },
  undoCancellation: {
    summary: 'Undo the cancellation of a schedule that had not started, while its truck is free',
    answer: createCommandAnswerSchema({ schedule: Schedule }),
  },
  clearBurst: {
    summary: "Clear a zone's burst flag; automatic dispatch resumes",
    body: ClearReportBurstBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  recommendation: {
    summary: 'Recommended schedules with reasons',
    query: z.object({
      trucks: z.coerce.number().int().min(0).max(1_000).optional(),
      /** Zone for which the answer also contains alternatives. */
      zone: z.string().min(1).max(60).optional(),
    }),
    answer: CollectionRecommendation,
  },
})
