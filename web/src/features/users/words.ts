/** How an admin's screens name roles and users. */
import type { AdminUser } from '#contract/views.ts'
import type { Role } from '#rules/city.ts'

export const roleLabels: Record<Role, string> = {
  resident: 'Resident',
  dispatcher: 'Dispatcher',
  recycler: 'Recycler',
  admin: 'Admin',
  auditor: 'Auditor',
}

/** What an admin calls a user; of an erased one nothing is left to call them by. */
export function nameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? 'Erased resident' : name
}
