/** Request of the user form, and names of users. */
import { t } from '@lingui/core/macro'
import type { AdminUser } from '#contract/views.ts'

/** Change of a user that the form requests. A resident has a zone; staff may have a facility. */
export interface UserChange {
  role: string
  zone: string
  facility: string
}

export function toUserChange({ role, zone, facility }: UserChange): Partial<UserChange> & Pick<UserChange, 'role'> {
  return role === 'resident' ? { role, zone } : { role, facility }
}

/** Returns the name of a user, or a fixed text for an erased user. */
export function nameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? t`Erased resident` : name
}
