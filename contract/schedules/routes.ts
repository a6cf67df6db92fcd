/** HTTP routes of collections: schedules and dispatches. */
import { defineCreateRoute, defineGetRoute, definePatchRoute, definePostRoute, definePutRoute } from '../http/route.ts'

export const collectionEndpointRoutes = {
  markReport: definePatchRoute('/auth/reports/:id/status', ['dispatcher']),
  scheduleCollection: defineCreateRoute('/auth/dispatch/schedule', ['dispatcher']),
  schedules: defineGetRoute('/auth/schedules', ['resident', 'dispatcher', 'admin']),
  changeSchedule: definePatchRoute('/auth/schedules/:id/status', ['dispatcher']),
  markAllCollected: definePatchRoute('/auth/reports/mark-all-collected', ['dispatcher']),
  completeByReports: definePatchRoute('/auth/schedules/complete-by-reports', ['dispatcher']),
  reschedule: definePutRoute('/auth/schedules/:id', ['dispatcher']),
  undoCancellation: definePostRoute('/auth/schedules/:id/undo-cancellation', ['dispatcher']),
  clearBurst: definePostRoute('/auth/dispatch/clear-burst', ['dispatcher']),
  recommendation: defineGetRoute('/auth/dispatch/recommendation', ['dispatcher', 'admin']),
}
