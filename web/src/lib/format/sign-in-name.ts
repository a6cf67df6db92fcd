/** What a person signs in with. */
import type { User } from '#contract/views.ts'
import { readablePhone } from '#domain/phone.ts'

/** Returns what a person signs in with: the email, or the phone number of an account without one. */
export const signInName = ({ email, sign_in_phone: phone }: Pick<User, 'email' | 'sign_in_phone'>): string =>
  email || readablePhone(phone ?? '')
