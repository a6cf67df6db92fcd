/** Returns the name with which a person signs in. */
import type { User } from '#contract/views.ts'
import { readablePhone } from '#domain/phone.ts'

/** Returns the email of an account, or the phone number of an account without an email. */
export const signInName = ({ email, sign_in_phone: phone }: Pick<User, 'email' | 'sign_in_phone'>): string =>
  email || readablePhone(phone ?? '')
