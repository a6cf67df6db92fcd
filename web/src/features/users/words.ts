/** How an admin's screens name users. */
import type { AdminUser } from '#contract/views.ts'

/** What an admin calls a user; of an erased one nothing is left to call them by. */
export function nameOf({ name, erased }: Pick<AdminUser, 'name' | 'erased'>): string {
  return erased ? 'Erased resident' : name
}
