/** Phone numbers of accounts. */

/** Value of `registeredBy` for a person who dialled the service code. */
export const REGISTERED_BY_PHONE = 'phone'

/** How a person proved that a number is theirs: the operator says so, or a code sent by SMS. */
export const PHONE_PROOFS = ['ussd', 'code'] as const
export type PhoneProof = (typeof PHONE_PROOFS)[number]
