/** Endpoints of collections: schedules and dispatches. */
import { z } from 'zod'
import { Delivery } from '../deliveries/views.ts'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema, message } from '../http/endpoint.ts'
import { Report } from '../reports/views.ts'
import {
  ChangeSchedule,
  ClearReportBurst,
  CompleteSchedulesByReports,
  MarkAllCollected,
  MarkReportCollected,
  RescheduleCollection,
  ScheduleCollection,
} from './commands.ts'
import { collectionEndpointRoutes as lines } from './routes.ts'
import { CollectionRecommendation, Schedule } from './views.ts'

export const collectionEndpoints = defineEndpoints(lines, {
  markReport: {
    summary: "Mark one report collected; its waste leaves with the zone's next load",
    body: MarkReportCollected,
    answer: commandAnswerSchema({ report: Report }),
  },
  scheduleCollection: {
    summary: "Schedule a zone's collection; once per zone and cycle",
    body: ScheduleCollection,
    answer: commandAnswerSchema({ schedules: z.array(Schedule) }),
  },
  schedules: {
    summary: 'Open schedules and those that ended in the last 24 hours, newest start first; residents see their zone',
    query: z.object({ zone: z.string().min(1).max(60).optional() }),
    answer: listAnswerSchema('schedules', Schedule),
  },
  changeSchedule: {
    summary: 'Start, complete or cancel a schedule',
    body: ChangeSchedule,
    answer: commandAnswerSchema({ schedule: Schedule }),
  },
  markAllCollected: {
    summary: 'Collect all open reports, optionally by zone, and send the truck to a site',
    body: MarkAllCollected,
    answer: commandAnswerSchema({ updatedCount: z.number(), message, deliveries: z.array(Delivery) }),
  },
  completeByReports: {
    summary: 'Complete the schedules of the zones whose reports were collected',
    body: CompleteSchedulesByReports,
    answer: commandAnswerSchema({ message, completedSchedules: z.number(), zones: z.array(z.string()) }),
  },
  reschedule: {
    summary: 'Reschedule a collection that has not started',
    body: RescheduleCollection,
    answer: commandAnswerSchema({ schedule: Schedule }),
  },
  undoCancellation: {
    summary: 'Undo the cancellation of a schedule that had not started, while its truck is free',
    answer: commandAnswerSchema({ schedule: Schedule }),
  },
  clearBurst: {
    summary: "Clear a zone's burst flag; automatic dispatch resumes",
    body: ClearReportBurst,
    answer: commandAnswerSchema({ message }),
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
