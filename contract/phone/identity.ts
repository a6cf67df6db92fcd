/** Phone numbers of accounts. */

/** Value of `registeredBy` for a person who registered by dialling the service code. */
export const REGISTERED_BY_PHONE = 'phone'

/**
 * Proofs that a number belongs to a person: the phone operator confirms it, or the person enters a code sent by SMS.
 */
export const PHONE_OWNERSHIP_PROOFS = ['ussd', 'code'] as const
export type PhoneOwnershipProof = (typeof PHONE_OWNERSHIP_PROOFS)[number]
