/** One call takes a preloaded response, once. */
import { afterEach, describe, expect, it } from 'vitest'
import { fetchOrUsePreloaded, isResponsePreloaded } from './preloaded-response.ts'

/** Any other call goes to this address, which is its own response. */
const url = 'data:text/plain,anew'
const as = 'Bearer a.b.c'
const call = (token = as, method = 'GET') => new Request(url, { method, headers: { Authorization: token } })
const textOf = async (request: Request) => (await fetchOrUsePreloaded(request)).text()
const ask = (answer: Response | undefined) => {
  globalThis.askedAhead = { url, as, answer: Promise.resolve(answer) }
}

afterEach(() => {
  globalThis.askedAhead = undefined
})

describe('what was asked ahead', () => {
  it('answers the call that would ask the same, and none after it', async () => {
    ask(new Response('ahead'))
    expect(isResponsePreloaded()).toBe(true)
    expect(await textOf(call())).toBe('ahead')
    expect(isResponsePreloaded()).toBe(false)
    expect(await textOf(call())).toBe('anew')
  })

  it('answers nobody else, and no command', async () => {
    ask(new Response('ahead'))
    expect(await textOf(call('Bearer d.e.f'))).toBe('anew')
    await expect(fetchOrUsePreloaded(call(as, 'POST'))).resolves.not.toBe(await globalThis.askedAhead?.answer)
    expect(isResponsePreloaded()).toBe(true)
  })

  it('is asked again where no answer came', async () => {
    ask(undefined)
    expect(await textOf(call())).toBe('anew')
  })
})
