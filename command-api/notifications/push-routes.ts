/** HTTP handlers of push notifications: subscribe, unsubscribe, and send a test that returns its result. */

import { reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import type { PushOutcome, PushSender } from '#platform/push/push.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { openPushDevices, pushDeviceIdOf, recordPushSubscription } from './devices.ts'

const UNREACHABLE = msg`Notifications can only be sent to the push service of a browser: a public https address.`
const OFF = msg`Notifications are off in this browser. Switch them on first.`

const OUTCOMES: Record<PushOutcome, Message> = {
  taken: msg`The test was sent. It appears on this device within a few seconds, unless the device blocks notifications.`,
  gone: msg`The push service does not know this browser any more. Switch notifications on again.`,
  refused: msg`The push service refused the test. Switch notifications off and on again.`,
  later: msg`The push service could not be reached, or did not answer. Nothing was shown; try again in a few minutes.`,
}

export function pushRoutes(kernel: Kernel, push: PushSender): Handlers {
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
      const translate = translateInto(locale)
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
