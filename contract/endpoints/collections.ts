/** The collections' endpoints: schedules, the trucks that leave, and deliveries. */
import { z } from 'zod'
import {
  ChangeSchedule,
  ClearBurst,
  CompleteByReports,
  CreateDelivery,
  MarkAllCollected,
  MarkReport,
  MoveDelivery,
  Reschedule,
  ScheduleCollection,
} from '../commands/collections.ts'
import { create, get, list, message, patch, post, put, written } from '../endpoint.ts'
import { Delivery, Recommendation, Schedule } from '../views/collections.ts'
import { Report } from '../views/reports.ts'

export const collections = {
  markReport: patch(
    '/auth/reports/:id/status',
    ['dispatcher'],
    "Mark one report collected; its waste leaves with the zone's next load",
    { body: MarkReport, answer: written({ report: Report }) },
  ),
  scheduleCollection: create(
    '/auth/dispatch/schedule',
    ['dispatcher'],
    "Schedule a zone's collection; once per zone and cycle",
    { body: ScheduleCollection, answer: written({ schedules: z.array(Schedule) }) },
  ),
  schedules: get(
    '/auth/schedules',
    ['resident', 'dispatcher', 'admin'],
    'Open schedules and those that ended in the last 24 hours, newest start first; residents see their zone',
    { query: z.object({ zone: z.string().min(1).max(60).optional() }), answer: list('schedules', Schedule) },
  ),
  changeSchedule: patch('/auth/schedules/:id/status', ['dispatcher'], 'Start, complete or cancel a schedule', {
    body: ChangeSchedule,
    answer: written({ schedule: Schedule }),
  }),
  markAllCollected: patch(
    '/auth/reports/mark-all-collected',
    ['dispatcher'],
    'Collect every open report and send the truck to the site',
    { body: MarkAllCollected, answer: written({ updatedCount: z.number(), message, deliveries: z.array(Delivery) }) },
  ),
  completeByReports: patch(
    '/auth/schedules/complete-by-reports',
    ['dispatcher'],
    'Complete the schedules of the zones whose reports were collected',
    {
      body: CompleteByReports,
      answer: written({ message, completedSchedules: z.number(), zones: z.array(z.string()) }),
    },
  ),
  reschedule: put('/auth/schedules/:id', ['dispatcher'], 'Move a schedule that has not begun', {
    body: Reschedule,
    answer: written({ schedule: Schedule }),
  }),
  clearBurst: post(
    '/auth/dispatch/clear-burst',
    ['dispatcher'],
    "Let a zone's many new accounts pass; automatic dispatch goes on",
    {
      body: ClearBurst,
      answer: written({ message }),
    },
  ),
  recommendation: get(
    '/auth/dispatch/recommendation',
    ['dispatcher', 'admin'],
    'What to schedule now, and why; a pure read',
    { query: z.object({ trucks: z.coerce.number().int().min(0).max(1_000).optional() }), answer: Recommendation },
  ),
  deliveries: get(
    '/auth/deliveries',
    ['dispatcher', 'recycler', 'admin'],
    'Deliveries that are under way, and those of the last 7 days, newest first',
    { answer: list('deliveries', Delivery) },
  ),
  createDelivery: create('/auth/deliveries', ['dispatcher'], 'Send a truck to a site by hand', {
    body: CreateDelivery,
    answer: written({ delivery: Delivery }),
  }),
  moveDelivery: patch(
    '/auth/deliveries/:id/status',
    ['dispatcher', 'recycler'],
    'A delivery has set out, arrived or been unloaded',
    { body: MoveDelivery, answer: written({ delivery: Delivery }) },
  ),
}
