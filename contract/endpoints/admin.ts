/** Endpoints of admins: figures and paged lists. */
import { z } from 'zod'
import { SECURITY_KINDS } from '../audit/security.ts'
import { ChangeUser, CreateStaff, Operate, Page } from '../commands/admin.ts'
import { endpointsOf, list, message, written } from '../door/endpoint.ts'
import { admin as lines } from '../lines/admin.ts'
import { User } from '../views/accounts.ts'
import { AdminReport, AdminStats, AdminUser, SecurityEntry } from '../views/admin.ts'
import { Operations } from '../views/operations.ts'

/** Returns the schema of a page: its rows and the total over all pages. */
const page = <K extends string, T extends z.ZodType>(key: K, of: T) => list(key, of).extend({ total: z.number() })

export const admin = endpointsOf(lines, {
  adminStats: {
    summary: 'Counts, sites and the health of the installation',
    answer: AdminStats,
  },
  adminUsers: {
    summary: 'Users, a page at a time; sort by name, email, role, zone or createdAt',
    query: Page,
    answer: page('users', AdminUser),
  },
  adminReports: {
    summary: 'Reports, newest first, a page at a time',
    query: Page,
    answer: page('reports', AdminReport),
  },
  createStaff: {
    summary: 'Create a member of staff; the one-time password is told once',
    body: CreateStaff,
    answer: written({ user: User, password: z.string() }),
  },
  changeUser: {
    summary: "Change a user's role, zone or facility; ends their sessions",
    body: ChangeUser,
    answer: written({ user: User }),
  },
  confirmUser: {
    summary: "Say that a user's email is theirs, without the link",
    answer: written({ user: User }),
  },
  dropSecondFactor: {
    summary: "Take the second factor off somebody who lost it; not one's own; ends their sessions",
    answer: written({ message }),
  },
  securityLog: {
    summary: 'Sign-ins, refusals and changes of access, newest first, by page',
    query: Page.pick({ page: true, size: true }).extend({ kind: z.enum(SECURITY_KINDS).optional() }),
    answer: page('entries', SecurityEntry),
  },
  operations: {
    summary: 'The installation at work: each view, what views and policies could not take, and what is rebuilt',
    answer: Operations,
  },
  operate: {
    summary:
      'Make the rows of a view anew of the whole log while they are read, or have the policies read the log anew; asked for twice within ten seconds it is one. Or have a job that failed tried at once',
    body: Operate,
    answer: written({ message }),
  },
  deleteUser: {
    summary: 'Erase a user; not oneself, not the last admin',
    answer: written({ message }),
  },
})
