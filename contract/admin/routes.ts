/** Routes of admins: figures and paged lists. */
import {
  defineCreateRoute,
  defineDeleteRoute,
  defineGetRoute,
  definePatchRoute,
  definePostRoute,
} from '../http/route.ts'

const admins = ['admin'] as const

export const adminEndpointRoutes = {
  adminStats: defineGetRoute('/auth/admin/stats', admins),
  adminUsers: defineGetRoute('/auth/admin/users', admins),
  adminReports: defineGetRoute('/auth/admin/reports', admins),
  createStaff: defineCreateRoute('/auth/admin/users', admins),
  changeUser: definePatchRoute('/auth/admin/users/:id', admins),
  confirmUser: definePostRoute('/auth/admin/users/:id/confirm', admins),
  dropSecondFactor: defineDeleteRoute('/auth/admin/users/:id/second-factor', admins),
  securityLog: defineGetRoute('/auth/admin/security', admins),
  operations: defineGetRoute('/admin/operations', admins),
  operate: definePostRoute('/admin/operations', admins),
  deleteUser: defineDeleteRoute('/auth/admin/users/:id', admins),
}
