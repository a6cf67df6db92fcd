/** Routes of collections: schedules and dispatches. */
import { create, get, patch, post, put } from '../http/route.ts'

export const collectionEndpointRoutes = {
  markReport: patch('/auth/reports/:id/status', ['dispatcher']),
  scheduleCollection: create('/auth/dispatch/schedule', ['dispatcher']),
  schedules: get('/auth/schedules', ['resident', 'dispatcher', 'admin']),
  changeSchedule: patch('/auth/schedules/:id/status', ['dispatcher']),
  markAllCollected: patch('/auth/reports/mark-all-collected', ['dispatcher']),
  completeByReports: patch('/auth/schedules/complete-by-reports', ['dispatcher']),
  reschedule: put('/auth/schedules/:id', ['dispatcher']),
  undoCancellation: post('/auth/schedules/:id/undo-cancellation', ['dispatcher']),
  clearBurst: post('/auth/dispatch/clear-burst', ['dispatcher']),
  recommendation: get('/auth/dispatch/recommendation', ['dispatcher', 'admin']),
}
