/**
 * Browsers that receive push notifications for a person, sealed in the vault.
 * The log records only whether there are any.
 */
import { hash } from 'node:crypto'
import { isRejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { PushTarget } from '#platform/push/push.ts'
import { type Account, account } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

interface Device {
  id: string
  target: PushTarget
}

/** Returns a stable id that does not reveal the push endpoint. */
export const pushDeviceIdOf = (endpoint: string) => hash('sha256', `device\n${endpoint}`, 'hex').slice(0, 32)

/** Returns the devices of a person; none for an erased person. */
export async function openPushDevices({ vault, sealer }: Kernel, personId: string): Promise<Device[]> {
  const kept = await vault.devices(personId)
  const opened = await sealer.open<PushTarget>(kept.map(({ sealed }) => ({ personId, sealed })))
  return kept.flatMap(({ id }, n) => {
    const target = opened[n]
    return target && 'endpoint' in target ? [{ id, target }] : []
  })
}

/**
 * Records whether the person has a browser that accepts pushes, if that changed. Policies push only to people who
 * have one.
 */
export async function recordPushSubscription(kernel: Kernel, userId: string, envelope: Envelope): Promise<void> {
  const { store, vault, clock } = kernel
  const gather = async () => ({ takes: (await vault.devices(userId)).length > 0 })
  const decide = ({ status, takesPushes = false }: Account, { takes }: { takes: boolean }) => {
    if (status !== 'active' || takes === takesPushes) return []
    return [createEvent(takes ? 'PushSwitchedOn' : 'PushSwitchedOff', { userId, switchedAt: clock().toISOString() })]
  }
  const handled = await handleWithFacts(store, account.stream(userId), account, { gather, decide }, envelope)
  if (isRejection(handled)) throw new Error(`${envelope.commandId}: ${handled.message}`)
}
