/** The admins' endpoints, as lines: figures, and lists that grow, a page at a time. */
import { create, get, patch, post, remove } from '../line.ts'

export const admin = {
  adminStats: get('/auth/admin/stats', ['admin']),
  adminUsers: get('/auth/admin/users', ['admin']),
  adminReports: get('/auth/admin/reports', ['admin']),
  createStaff: create('/auth/admin/users', ['admin']),
  changeUser: patch('/auth/admin/users/:id', ['admin']),
  confirmUser: post('/auth/admin/users/:id/confirm', ['admin']),
  dropSecondFactor: remove('/auth/admin/users/:id/second-factor', ['admin']),
  securityLog: get('/auth/admin/security', ['admin']),
  deleteUser: remove('/auth/admin/users/:id', ['admin']),
}
