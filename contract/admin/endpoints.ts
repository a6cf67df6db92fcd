/** Endpoints of admins: figures and paged lists. */
import { z } from 'zod'
import { User } from '../accounts/views.ts'
import { SECURITY_KINDS } from '../audit/kinds.ts'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { AdminOperationBody, ChangeUserBody, CreateStaffBody, PagedListQuery } from './commands.ts'
import { adminEndpointRoutes as lines } from './routes.ts'
import { AdminReport, AdminStats, AdminUser, OperationsStatus, SecurityLogEntry } from './views.ts'

/** Returns the schema of a page: rows under `key` and the overall total. */
const page = <K extends string, T extends z.ZodType>(key: K, of: T) =>
  createListAnswerSchema(key, of).extend({ total: z.number() })

export const adminEndpoints = defineEndpoints(lines, {
  adminStats: {
    summary: 'Counts, sites and the health of the installation',
    answer: AdminStats,
  },
  adminUsers: {
    summary: 'Users, a page at a time; sort by name, email, role, zone or createdAt',
    query: PagedListQuery,
    answer: page('users', AdminUser),
  },
  adminReports: {
    summary: 'Reports, newest first, a page at a time',
    query: PagedListQuery,
    answer: page('reports', AdminReport),
  },
  createStaff: {
    summary: 'Create a staff account; the one-time password is returned once',
    body: CreateStaffBody,
    answer: createCommandAnswerSchema({ user: User, password: z.string() }),
  },
  changeUser: {
    summary: "Change a user's role, zone or facility; ends their sessions",
    body: ChangeUserBody,
    answer: createCommandAnswerSchema({ user: User }),
  },
  confirmUser: {
    summary: "Confirm a user's email without the link",
    answer: createCommandAnswerSchema({ user: User }),
  },
  dropSecondFactor: {
    summary: "Remove another user's lost second factor; ends their sessions",
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  securityLog: {
    summary: 'Security log (sign-ins, refusals, access changes), newest first, paged',
    query: PagedListQuery.pick({ page: true, size: true }).extend({ kind: z.enum(SECURITY_KINDS).optional() }),
    answer: page('entries', SecurityLogEntry),
  },
  operations: {
    summary: 'Operations: views, quarantined events, rebuilds, queue and storage',
    answer: OperationsStatus,
  },
  operate: {
    summary:
      'Rebuild a view or the policies from the log, or retry a failed job; a repeat within ten seconds is ignored',
    body: AdminOperationBody,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
  deleteUser: {
    summary: 'Delete a user; not yourself or the last admin',
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
})
