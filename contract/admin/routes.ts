/** Routes of admins: figures and paged lists. */
import { create, get, patch, post, remove } from '../http/route.ts'

const admins = ['admin'] as const

export const adminEndpointRoutes = {
  adminStats: get('/auth/admin/stats', admins),
  adminUsers: get('/auth/admin/users', admins),
  adminReports: get('/auth/admin/reports', admins),
  createStaff: create('/auth/admin/users', admins),
  changeUser: patch('/auth/admin/users/:id', admins),
  confirmUser: post('/auth/admin/users/:id/confirm', admins),
  dropSecondFactor: remove('/auth/admin/users/:id/second-factor', admins),
  securityLog: get('/auth/admin/security', admins),
  operations: get('/admin/operations', admins),
  operate: post('/admin/operations', admins),
  deleteUser: remove('/auth/admin/users/:id', admins),
}
