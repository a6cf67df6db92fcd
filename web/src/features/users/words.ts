/** Names of users on admins' screens. */
import type { AdminUser } from '#contract/views.ts'

/** Returns a user's name; an erased user has a fixed one. */
export function nameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? 'Erased resident' : name
}
