/** Who the admins are: one stream for all of them, so that the log itself keeps the last one. */
import { type Rejection, reject } from '#contract/door/problems.ts'
import { single } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadAccount } from './load-account.ts'

/** By user id; whoever is not in it was never mentioned. */
export type Admins = ReadonlyMap<string, 'appointed' | 'dismissed'>

export const admins = single<Admins, 'admins'>('admins', new Map(), {
  AdminAppointed: (state, { userId }) => new Map(state).set(userId, 'appointed'),
  AdminDismissed: (state, { userId }) => new Map(state).set(userId, 'dismissed'),
})

/** Appoints somebody. `isAdmin` is what the account says at present. */
export const appointAdmin: Decide<{ userId: string; isAdmin: boolean }, Admins, 'admins'> = (command, state, now) => {
  const { userId, isAdmin } = command
  if (state.get(userId) === 'appointed') return []
  // A dismissal whose account has not followed yet: appointing now would count somebody who is about to go.
  if (isAdmin && state.get(userId) === 'dismissed')
    return reject('conflict', 'Somebody else is changing this role at the moment. Please try again.')
  return [event('AdminAppointed', { userId, appointedAt: now.toISOString() })]
}

/** Appoints an admin who was never mentioned: one of an older log, or whose creation died before the appointment. */
export const appointMissing: Decide<{ userId: string; isAdmin: boolean }, Admins, 'admins'> = (
  { userId, isAdmin },
  state,
  now,
) => (isAdmin && !state.has(userId) ? [event('AdminAppointed', { userId, appointedAt: now.toISOString() })] : [])

/** Dismisses an admin when another one stays; `staying` are those whose accounts are an admin's at present. */
export const dismissAdmin: Decide<{ userId: string; staying: ReadonlySet<string> }, Admins, 'admins'> = (
  command,
  state,
  now,
) => {
  const { userId, staying } = command
  if (state.get(userId) === 'dismissed') return []
  const another = [...state].some(([id, standing]) => id !== userId && standing === 'appointed' && staying.has(id))
  if (!another) return reject('conflict', 'There must be at least one admin.')
  return [event('AdminDismissed', { userId, dismissedAt: now.toISOString() })]
}

const isAdmin = async ({ store }: Kernel, userId: string) => (await loadAccount(store, userId))?.role === 'admin'

type Outcome = Promise<Handled<Admins> | Rejection>

export function appoint(kernel: Kernel, userId: string, envelope: Envelope): Outcome {
  const decide = async (state: Admins) =>
    appointAdmin({ userId, isAdmin: await isAdmin(kernel, userId) }, state, kernel.clock())
  return handle(kernel.store, admins.stream(), admins, decide, envelope)
}

/** Harmless for whoever is no admin, was dismissed, or was appointed long ago; so the seed and every acting admin call it. */
export function ensureAppointed(kernel: Kernel, userId: string): Outcome {
  const envelope = { commandId: `appoint/${userId}`, fingerprint: '', actor: 'system' }
  const decide = async (state: Admins) =>
    appointMissing({ userId, isAdmin: await isAdmin(kernel, userId) }, state, kernel.clock())
  return handle(kernel.store, admins.stream(), admins, decide, envelope)
}

/** To be done before the account follows: then nobody is counted on who is about to lose the role. */
export function dismiss(kernel: Kernel, userId: string, envelope: Envelope): Outcome {
  const decide = async (state: Admins) => {
    const standing = await Promise.all([...state.keys()].map(async (id) => ((await isAdmin(kernel, id)) ? [id] : [])))
    return dismissAdmin({ userId, staying: new Set(standing.flat()) }, state, kernel.clock())
  }
  return handle(kernel.store, admins.stream(), admins, decide, envelope)
}
