/** Limits how many requests check passwords at once: one check takes 19 MiB and a core for some milliseconds. */
import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { msg } from '#contract/languages/message.ts'
import type { Call, Handlers } from '#platform/http/api.ts'
import { createConcurrencyLimit } from '#platform/http/concurrency-limit.ts'

/**
 * Limits of concurrent password checks, which all end within a few seconds.
 * `ofOne` is the limit per network, which many people can share.
 */
const MAX_CHECKS = { all: 300, ofOne: 100 }
const TEXTS = { ofOne: msg`Too many attempts from your network.`, all: msg`Too many requests.` }

/** Returns whether the endpoint's body has a password, which the handler then checks or stores. */
export function hasPasswordField(name: EndpointName): boolean {
  const { body }: Endpoint = endpoints[name]
  return body instanceof z.ZodObject && Object.keys(body.shape).some((field) => /password/i.test(field))
}

/** Returns the handlers with limits: those with a password in the body refuse requests above them. */
export function limitPasswordChecks(handlers: Handlers): Handlers {
  const enter = createConcurrencyLimit(MAX_CHECKS, TEXTS)
  const limited = Object.entries(handlers).map(([name, handle]) => {
    if (!hasPasswordField(name as EndpointName)) return [name, handle]
    const run = handle as (call: Pick<Call<EndpointName>, 'address'>) => Promise<object>
    return [
      name,
      async (call: Pick<Call<EndpointName>, 'address'>) => {
        const leave = enter(call.address)
        if (typeof leave === 'object') return leave
        try {
          return await run(call)
        } finally {
          leave()
        }
      },
    ]
  })
  return Object.fromEntries(limited)
}
