/** All admins in one stream: its revision check protects the last admin. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { defineSingleStreamAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadAccount } from './account.ts'

/** Whether each user is appointed or dismissed as admin; absent if never appointed. */
type Admins = ReadonlyMap<string, 'appointed' | 'dismissed'>

export const adminsAggregate = defineSingleStreamAggregate<Admins, 'admins'>('admins', new Map(), {
  AdminAppointed: (state, { userId }) => new Map(state).set(userId, 'appointed'),
  AdminDismissed: (state, { userId }) => new Map(state).set(userId, 'dismissed'),
})

interface Appoint {
  userId: string
  /** Whether the account has the admin role now. */
  isAdmin: boolean
}

export const appointAdmin: Decider<Appoint, Admins, 'admins'> = (command, state, now) => {
  const { userId, isAdmin } = command
  if (state.get(userId) === 'appointed') return []
  // An account whose dismissal is in progress must not count as an admin again.
  if (isAdmin && state.get(userId) === 'dismissed')
    return reject('conflict', msg`Someone else is changing this role. Please try again.`)
  return [createEvent('AdminAppointed', { userId, appointedAt: now.toISOString() })]
}

/** Appoints an admin who is missing in the admins' stream, after a crash or in an older log. */
export const appointMissingAdmin: Decider<Appoint, Admins, 'admins'> = ({ userId, isAdmin }, state, now) =>
  isAdmin && !state.has(userId) ? [createEvent('AdminAppointed', { userId, appointedAt: now.toISOString() })] : []

interface Dismiss {
  userId: string
  /** Ids of the accounts that have the role admin now. */
  staying: ReadonlySet<string>
}

/** Dismisses an admin, unless no other admin would remain. */
export const dismissAdmin: Decider<Dismiss, Admins, 'admins'> = (command, state, now) => {
  const { userId, staying } = command
  if (state.get(userId) === 'dismissed') return []
  const another = [...state].some(([id, standing]) => id !== userId && standing === 'appointed' && staying.has(id))
  if (!another) return reject('conflict', msg`There must be at least one admin.`)
  return [createEvent('AdminDismissed', { userId, dismissedAt: now.toISOString() })]
}

const isAdmin = async ({ store }: Kernel, userId: string) => (await loadAccount(store, userId))?.role === 'admin'

/** Appoints a person as admin, if their current role is admin. */
function appointBy(kernel: Kernel, userId: string, decide: Decider<Appoint, Admins, 'admins'>, envelope: Envelope) {
  const gather = async () => ({ userId, isAdmin: await isAdmin(kernel, userId) })
  const decideNow = (state: Admins, command: Appoint) => decide(command, state, kernel.clock())
  return handleWithFacts(
    kernel.store,
    adminsAggregate.stream(),
    adminsAggregate,
    { gather, decide: decideNow },
    envelope,
  )
}

type AdminCommandResult = Promise<CommandResult<Admins> | Rejection>

export const handleAppointAdmin = (kernel: Kernel, userId: string, envelope: Envelope): AdminCommandResult =>
  appointBy(kernel, userId, appointAdmin, envelope)

/**
 * Appoints the person if they are an admin whom the admins' stream lacks.
 * The seed and every command on admins call it.
 */
export function ensureAdminAppointed(kernel: Kernel, userId: string): AdminCommandResult {
  const envelope = { commandId: `appoint/${userId}`, fingerprint: '', actor: 'system' }
  return appointBy(kernel, userId, appointMissingAdmin, envelope)
}

/**
 * Records that a person is no longer an admin.
 * Call it before the account's role changes.
 * Refuses if no other admin would remain.
 */
export function handleDismissAdmin(kernel: Kernel, userId: string, envelope: Envelope): AdminCommandResult {
  const gather = async (state: Admins) => {
    const standing = await Promise.all([...state.keys()].map(async (id) => ((await isAdmin(kernel, id)) ? [id] : [])))
    return { userId, staying: new Set(standing.flat()) }
  }
  const decide = (state: Admins, command: Dismiss) => dismissAdmin(command, state, kernel.clock())
  return handleWithFacts(kernel.store, adminsAggregate.stream(), adminsAggregate, { gather, decide }, envelope)
}
