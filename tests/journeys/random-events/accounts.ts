/**
 * Generates random events of accounts.
 * Only accounts of guests, who sign up, are erased.
 * The test's readers are never erased.
 */

import { SECURITY_KINDS } from '#contract/audit/kinds.ts'
import type { EventOf } from '#contract/events.ts'
import { PHONE_OWNERSHIP_PROOFS } from '#contract/phone/numbers.ts'
import { ROLES } from '#domain/city.ts'
import { type EventGenerator, type GeneratorContext, pick, zoneOf } from './ingredients.ts'

let guests = 0
let notes = 0
let nobodies = 0
/**
 * Guests who are not erased.
 * An erased guest's id is not reused: its encryption key is gone.
 */
let present: string[] = []
/** Returns the id of a guest who is not erased, or an unused id. */
const guestOf = (n: number) => (present.length > 0 ? pick(present, n) : `nobody${++nobodies}`)

async function registered(
  n: number,
  m: number,
  { at: registeredAt, sealer }: GeneratorContext,
): Promise<EventOf<'AccountRegistered'>> {
  const userId = `guest${++guests}`
  present = [...present.slice(-4), userId]
  const role = pick(ROLES, n)
  const sealed = await sealer.seal(userId, { name: `Name ${userId}`, email: `${userId}@example.com` })
  const how = m % 2 ? { registeredBy: 'a1', oneTimePassword: true as const } : { unconfirmed: true as const }
  const where = role === 'resident' ? { zone: zoneOf(m) } : {}
  return { type: 'AccountRegistered', data: { userId, role, sealed, registeredAt, ...where, ...how } }
}

async function reassigned(n: number, m: number, { at, sealer }: GeneratorContext): Promise<EventOf<'AccountChanged'>> {
  const userId = guestOf(n)
  const sealed = await sealer.seal(userId, { name: `Another ${m}`, email: `${userId}@example.com` })
  return { type: 'AccountChanged', data: { userId, sealed, changedAt: at } }
}

function left(n: number): string {
  const userId = guestOf(n)
  present = present.filter((id) => id !== userId)
  return userId
}

export const accountEventGenerators = {
  register: (n, m, made) => registered(n, m, made),
  changeAccount: (n, m, made) => reassigned(n, m, made),
  confirm: (n, m, { at }) => ({
    type: 'AccountConfirmed',
    data: { userId: guestOf(n), confirmedAt: at, ...(m % 2 && { confirmedBy: 'a1' }) },
  }),
  reassign: (n, m, { at }) => {
    const role = pick(ROLES, m)
    const where = role === 'resident' ? { zone: zoneOf(n) } : {}
    return { type: 'AccountReassigned', data: { userId: guestOf(n), role, ...where, changedBy: 'a1', changedAt: at } }
  },
  linkPhone: async (n, m, { at, sealer }) => {
    const userId = guestOf(n)
    const sealed = await sealer.seal(userId, { number: `+23324412345${m}` })
    return { type: 'PhoneLinked', data: { userId, sealed, proof: pick(PHONE_OWNERSHIP_PROOFS, m), linkedAt: at } }
  },
  unlinkPhone: (n, _, { at }) => ({ type: 'PhoneUnlinked', data: { userId: guestOf(n), unlinkedAt: at } }),
  abandonRegistration: (n) => ({ type: 'RegistrationAbandoned', data: { userId: guestOf(n) } }),
  changePassword: (n, _, { at }) => ({ type: 'PasswordChanged', data: { userId: guestOf(n), changedAt: at } }),
  dropSecondFactor: (n, _, { at }) => ({
    type: 'SecondFactorDropped',
    data: { userId: guestOf(n), droppedBy: 'a1', droppedAt: at },
  }),
  eraseAccount: (n, m, { at }) => ({
    type: 'AccountErased',
    data: { userId: left(n), erasedAt: at, ...(m % 2 && { erasedBy: 'a1' }) },
  }),
  finishErasure: (n, _, { at }) => ({
    type: 'ErasureFinished',
    data: { personId: `guest${Math.max(1, guests - n)}`, finishedAt: at },
  }),
  signIn: (n, m, { at }) => ({
    type: 'StaffSignedIn',
    data: { userId: guestOf(n), role: pick(ROLES, m), ...(m % 2 && { origin: `origin ${n}` }), signedInAt: at },
  }),
  noteSecurity: (n, m, { at }) => ({
    type: 'SecurityNoted',
    data: {
      ...{ noteId: `note${++notes}`, kind: pick(SECURITY_KINDS, n + m), notedAt: at },
      ...(m % 2 ? { userId: guestOf(n) } : { origin: `origin ${n}` }),
    },
  }),
  appoint: (n, _, { at }) => ({ type: 'AdminAppointed', data: { userId: guestOf(n), appointedAt: at } }),
  dismiss: (n, _, { at }) => ({ type: 'AdminDismissed', data: { userId: guestOf(n), dismissedAt: at } }),
  reserveIdentity: (n, _, { at }) => ({ type: 'IdentityReserved', data: { userId: guestOf(n), reservedAt: at } }),
  releaseIdentity: (n) => ({ type: 'IdentityReleased', data: { userId: guestOf(n) } }),
} satisfies Record<string, EventGenerator>
