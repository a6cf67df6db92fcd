/** HTTP handlers of push notifications: subscribe, unsubscribe, and send a test that returns its result. */

import { reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import { translateInto } from '#platform/languages/catalogues.ts'
import type { Push, PushOutcome } from '#platform/push/push.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { deviceId, devicesOf, recordPushSubscription } from './devices.ts'

const UNREACHABLE = msg`Pushes can only be sent to the push service of a browser: a public https address.`
const OFF = msg`This browser takes no pushes of yours. Switch them on first.`

const OUTCOMES: Record<PushOutcome, Message> = {
  taken: msg`The push service has taken the test. It shows on this device within a few seconds, unless the system keeps notifications back.`,
  gone: msg`The push service does not know this browser any more. Switch notifications on anew.`,
  refused: msg`The push service refused the test. Switch notifications off and on again.`,
  later: msg`The push service could not be reached, or did not answer. Nothing was shown; try again in a few minutes.`,
}

export function pushRoutes(kernel: Kernel, push: Push): Handlers {
  const { vault, sealer } = kernel
  return {
    async keepDevice({ body, principal: { userId, sessionId }, envelope }) {
      if (!push.mayReach(body.endpoint)) return reject('bad-request', UNREACHABLE, { endpoint: UNREACHABLE })
      const device = { id: deviceId(body.endpoint), sealed: await sealer.seal(userId, body) }
      if (!(await vault.keepDevice(userId, sessionId, device)))
        return reject('unauthenticated', msg`Please sign in again.`)
      await recordPushSubscription(kernel, userId, envelope)
      return { message: msg`Notifications are pushed to this device.` }
    },

    async dropDevice({ body, principal: { userId }, envelope }) {
      await vault.dropDevice(userId, deviceId(body.endpoint))
      await recordPushSubscription(kernel, userId, envelope)
      return { message: msg`Nothing is pushed to this device any more.` }
    },

    async testPush({ body, principal: { userId, role }, envelope, locale }) {
      const translate = translateInto(locale)
      const id = deviceId(body.endpoint)
      const device = (await devicesOf(kernel, userId)).find((one) => one.id === id)
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
