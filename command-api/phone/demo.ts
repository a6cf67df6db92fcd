/**
 * The phone simulator of the demo: a phone that calls a gateway's endpoint.
 * It works only from the same machine.
 */
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { DemoPhones } from '#platform/phone/demo-phones.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'

export function demoPhoneRoutes({ rows }: Pick<Kernel, 'rows'>, phones: DemoPhones | undefined): Handlers {
  return {
    async openDemoPhone({ isLocal }) {
      if (!phones || !isLocal) return reject('not-found', msg`This server has no simulator.`)
      const { city } = await readConfiguration(await rows.standing('configuration'))
      return phones.open(city.country)
    },

    demoTexts: async ({ params }) => ({ texts: phones?.textsOf(params.id) ?? [] }),
  }
}
