/** HTTP handlers for push notifications to a person's browsers: switch on, switch off, send a test. */

import { hash } from 'node:crypto'
import { isRejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { PushOutcome, PushSender, PushTarget } from '#platform/push/push.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

const UNREACHABLE = msg`Notifications can only be sent to the push service of a browser: a public https address.`
const OFF = msg`Notifications are off in this browser. Switch them on first.`

const OUTCOMES: Record<PushOutcome, Message> = {
  taken: msg`The test was sent. It appears on this device within a few seconds, unless the device blocks notifications.`,
  gone: msg`The push service does not know this browser any more. Switch notifications on again.`,
  refused: msg`The push service refused the test. Switch notifications off and on again.`,
  later: msg`The push service could not be reached, or did not answer. Nothing was shown; try again in a few minutes.`,
}

export function createPushHandlers(kernel: Kernel, push: PushSender): Handlers {
  const { vault, sealer } = kernel
  return {
    async keepDevice({ body, principal: { userId, sessionId }, envelope }) {
      if (!push.mayReach(body.endpoint)) return reject('bad-request', UNREACHABLE, { endpoint: UNREACHABLE })
      const device = { id: pushDeviceIdOf(body.endpoint), sealed: await sealer.seal(userId, body) }
      if (!(await vault.keepDevice(userId, sessionId, device)))
        return reject('unauthenticated', msg`Please sign in again.`)
      await recordPushSubscription(kernel, userId, envelope)
      return { message: msg`Notifications are on for this device.` }
    },

    async dropDevice({ body, principal: { userId }, envelope }) {
      await vault.dropDevice(userId, pushDeviceIdOf(body.endpoint))
      await recordPushSubscription(kernel, userId, envelope)
      return { message: msg`Notifications are off on this device now.` }
    },

    async testPush({ body, principal: { userId, role }, envelope, locale }) {
      const translate = translatorOf(locale)
      const id = pushDeviceIdOf(body.endpoint)
      const device = (await openPushDevices(kernel, userId)).find((one) => one.id === id)
      if (!device) return reject('conflict', OFF)
      const outcome = await push.send(device.target, {
        title: translate(msg`WasteSense: a test`),
        message: translate(msg`Notifications reach this device.`),
        tag: `test-${envelope.commandId}`,
        path: `/${role}/profile?tab=settings`,
      })
      if (outcome === 'gone') {
        await vault.dropDevice(userId, id)
        await recordPushSubscription(kernel, userId, envelope)
      }
      return { taken: outcome === 'taken', message: OUTCOMES[outcome] }
    },
  } satisfies Handlers
}

/**
 * A browser that receives a person's push notifications; stored encrypted in the vault.
 * The log records only whether the person has any such browser.
 */
interface Device {
  id: string
  target: PushTarget
}

/**
 * Returns an id for a browser's push endpoint.
 * The id never changes and does not reveal the endpoint.
 */
const pushDeviceIdOf = (endpoint: string) => hash('sha256', `device\n${endpoint}`, 'hex').slice(0, 32)

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
 * Records that a person's first browser was subscribed to push, or the last one unsubscribed.
 * Policies send push notifications only to people with a subscribed browser.
 */
export async function recordPushSubscription(kernel: Kernel, userId: string, envelope: Envelope): Promise<void> {
  const { store, vault, clock } = kernel
  const gather = async () => ({ takes: (await vault.devices(userId)).length > 0 })
  const decide = ({ status, takesPushes = false }: Account, { takes }: { takes: boolean }) => {
    if (status !== 'active' || takes === takesPushes) return []
    return [createEvent(takes ? 'PushSwitchedOn' : 'PushSwitchedOff', { userId, switchedAt: clock().toISOString() })]
  }
  const handled = await handleWithFacts(
    store,
    accountAggregate.stream(userId),
    accountAggregate,
    { gather, decide },
    envelope,
  )
  if (isRejection(handled)) throw new Error(`${envelope.commandId}: ${handled.message}`)
}
