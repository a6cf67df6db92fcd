/**
 * Tests preloaded responses and idempotency keys.
 * Also tests the session in the Redux store and in the browser's storage.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/views.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import {
  api,
  createIdempotentRunner,
  createStore,
  fetchOrUsePreloaded,
  hasPreloadedResponse,
  syncSessionWithStorage,
} from './api.ts'
import { readSession, renewSession, SESSION_KEY, sessionEnded, sessionExpired, sessionStarted } from './session.ts'

/**
 * Address of the calls.
 * A data: URL contains its own response.
 */
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
    expect(hasPreloadedResponse()).toBe(true)
    expect(await textOf(call())).toBe('ahead')
    expect(hasPreloadedResponse()).toBe(false)
    expect(await textOf(call())).toBe('anew')
  })

  it('answers nobody else, and no command', async () => {
    ask(new Response('ahead'))
    expect(await textOf(call('Bearer d.e.f'))).toBe('anew')
    await expect(fetchOrUsePreloaded(call(as, 'POST'))).resolves.not.toBe(await globalThis.askedAhead?.answer)
    expect(hasPreloadedResponse()).toBe(true)
  })

  it('is asked again where no answer came', async () => {
    ask(undefined)
    expect(await textOf(call())).toBe('anew')
  })
})

/**
 * Tests the idempotency keys of commands.
 * A command without a definite response is repeated with the same key.
 * After a success or refusal, the next command gets a new key.
 */
/** Runs a command once and returns the idempotency key that it used. */
async function send(
  attempt: ReturnType<typeof createIdempotentRunner>,
  content: unknown,
  failure?: object,
): Promise<string> {
  let used = ''
  const command = async (key: string) => {
    used = key
    if (failure) throw failure
  }
  await attempt(content, command).catch((error) => expect(error).toBe(failure))
  return used
}

const unknown = [
  ['no answer came', { status: 0, message: '' }],
  ['the store was away', { status: 503, message: 'It may have been saved.' }],
  ['the server failed', { status: 500, message: 'Something went wrong.' }],
  ['a proxy gave up', { status: 504, message: '' }],
  ['the answer could not be read', { status: 200, message: '' }],
  ['a foreign page answered', { status: 403, message: '' }],
  ['the request took too long', { status: 408, message: 'Too slow.' }],
] as const

describe('the same content', () => {
  it.each(unknown)('keeps its key when %s', async (_, failure) => {
    const attempt = createIdempotentRunner()
    const key = await send(attempt, { id: 'T001' }, failure)
    expect(await send(attempt, { id: 'T001' }, failure)).toBe(key)
    expect(await send(attempt, { id: 'T001' })).toBe(key)
  })

  it.each([400, 403, 404, 409, 422])('has a new key after it was refused with %d', async (status) => {
    const attempt = createIdempotentRunner()
    const key = await send(attempt, { id: 'T001' }, { status, message: 'No.' })
    expect(await send(attempt, { id: 'T001' })).not.toBe(key)
  })

  it('has a new key once it was done', async () => {
    const attempt = createIdempotentRunner()
    expect(await send(attempt, { id: 'T001' })).not.toBe(await send(attempt, { id: 'T001' }))
  })

  it('has its own key in another form', async () => {
    const lost = { status: 0, message: '' }
    expect(await send(createIdempotentRunner(), 'same', lost)).not.toBe(
      await send(createIdempotentRunner(), 'same', lost),
    )
  })
})

describe('changed content', () => {
  it('has a key of its own, and what it was before keeps the one that it had', async () => {
    const attempt = createIdempotentRunner()
    const lost = { status: 0, message: '' }
    const first = await send(attempt, { litres: 20 }, lost)
    expect(await send(attempt, { litres: 30 }, lost)).not.toBe(first)
    expect(await send(attempt, { litres: 20 }, lost)).toBe(first)
  })

  it('of the same thing makes what it replaced a new change', async () => {
    const attempt = createIdempotentRunner((content) => (content as { id: string }).id)
    const lost = { status: 0, message: '' }
    const [off, other] = [await send(attempt, { id: 'a', sms: 'off' }, lost), await send(attempt, { id: 'b' }, lost)]
    expect(await send(attempt, { id: 'a', sms: 'off' }, lost)).toBe(off)
    await send(attempt, { id: 'a', sms: 'on' }, { status: 409, message: 'No.' })
    expect(await send(attempt, { id: 'a', sms: 'off' }, lost)).toBe(off)
    await send(attempt, { id: 'a', sms: 'on' })
    expect(await send(attempt, { id: 'a', sms: 'off' })).not.toBe(off)
    expect(await send(attempt, { id: 'b' })).toBe(other)
  })

  it('keeps the key of a change that still runs', async () => {
    const attempt = createIdempotentRunner(() => 'form')
    const [keys, running] = [[] as string[], Promise.withResolvers<void>()]
    const slow = attempt('off', (key) => running.promise.then(() => void keys.push(key)))
    await send(attempt, 'on')
    const again = attempt('off', async (key) => void keys.push(key))
    running.resolve()
    await Promise.all([slow, again])
    expect(new Set(keys).size).toBe(1)
  })

  it('under way at the same time has a key each', async () => {
    const attempt = createIdempotentRunner()
    const keys = await Promise.all(['a', 'b', 'c'].map((id) => send(attempt, id)))
    expect(new Set(keys).size).toBe(3)
  })
})

it('makes keys that the door takes', async () => {
  expect(await send(createIdempotentRunner(), null)).toMatch(/^[0-9a-f]{32}$/)
})

/** Simulates a browser's storage and tabs, which receive storage events. */
class Browser implements Storage {
  readonly values = new Map<string, string>()
  readonly tabs: EventTarget[] = []
  get length() {
    return this.values.size
  }
  key = (index: number) => [...this.values.keys()][index] ?? null
  getItem = (key: string) => this.values.get(key) ?? null
  setItem = (key: string, value: string) => void this.values.set(key, value)
  removeItem = (key: string) => void this.values.delete(key)
  clear = () => this.values.clear()

  open() {
    const store = createStore()
    const tab = new EventTarget()
    syncSessionWithStorage(store, this, tab as Window)
    this.tabs.push(tab)
    return { store, tab, user: () => store.getState().session.user?.id ?? null }
  }

  tell(except: EventTarget) {
    const event = Object.assign(new Event('storage'), { key: SESSION_KEY })
    for (const tab of this.tabs) if (tab !== except) tab.dispatchEvent(event)
  }
}

const tokenOf = (sub: string, role: string) => `h.${Buffer.from(JSON.stringify({ sub, role })).toString('base64url')}.s`

const session: Session = {
  user: { id: 'u1', name: 'Ama', email: 'ama@test.com', role: 'resident', createdAt: '2026-01-01T00:00:00.000Z' },
  token: tokenOf('u1', 'resident'),
}

describe('the remembered session', () => {
  let browser: Browser
  beforeEach(() => {
    browser = new Browser()
  })

  it('is there from the first moment', () => {
    browser.setItem(SESSION_KEY, JSON.stringify(session))
    const { store, user } = browser.open()
    expect(store.getState().session.loading).toBe(false)
    expect(user()).toBe('u1')
  })

  it('is written on sign-in and removed on sign-out', async () => {
    const { store } = browser.open()
    store.dispatch(sessionStarted(session))
    expect(JSON.parse(browser.getItem(SESSION_KEY) ?? '')).toEqual(session)
    store.dispatch(sessionEnded())
    expect(browser.getItem(SESSION_KEY)).toBeNull()
  })

  it.each(['{', '{}', '{"user":{"id":1},"token":"t"}'])(
    'that can not be read (%s) is logged and cleared',
    async (text) => {
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
      browser.setItem(SESSION_KEY, text)
      const { store, user } = browser.open()
      await eventually(() => expect(store.getState().session.loading).toBe(false))
      expect(user()).toBeNull()
      expect(browser.getItem(SESSION_KEY)).toBeNull()
      expect(warned).toHaveBeenCalledOnce()
      warned.mockRestore()
    },
  )

  it('ends in every tab when one signs out, and starts where one signs in', async () => {
    const here = browser.open()
    const there = browser.open()
    here.store.dispatch(sessionStarted(session))
    browser.tell(here.tab)
    await eventually(() => expect(there.user()).toBe('u1'))
    there.store.dispatch(sessionEnded())
    browser.tell(there.tab)
    await eventually(() => expect(here.user()).toBeNull())
  })

  it('ends in a tab that learns late of the end of another session', async () => {
    const [here, there] = [browser.open(), browser.open()]
    here.store.dispatch(sessionStarted(session))
    browser.setItem(SESSION_KEY, '"another"')
    browser.tell(there.tab)
    await eventually(() => expect(here.user()).toBeNull())
    expect(browser.getItem(SESSION_KEY)).toBe('"another"')
  })

  it('stays marked as expired if a tab learns of that twice', () => {
    const { store } = browser.open()
    store.dispatch(sessionStarted(session))
    store.dispatch(sessionExpired())
    store.dispatch(sessionExpired())
    expect(browser.getItem(SESSION_KEY)).toBe('"s"')
  })

  describe('that the server has ended while a command runs in another tab', () => {
    const renewed = { ...session, token: `${session.token}2` }

    /** Runs a command in one of two tabs; `answer` answers it with a new token. */
    function openTabs() {
      const { promise, resolve } = Promise.withResolvers<Response>()
      const rows = ({ headers }: Request) => {
        const status = headers.get('Authorization') === `Bearer ${renewed.token}` ? 200 : 401
        return Response.json({ status }, { status })
      }
      vi.stubGlobal('fetch', (request: Request) => (request.method === 'GET' ? rows(request) : promise))
      const [here, there] = [browser.open(), browser.open()]
      here.store.dispatch(sessionStarted(session))
      browser.tell(here.tab)
      const change = api.injectEndpoints({
        endpoints: (build) => ({
          change: build.mutation<unknown, void>({ query: () => ({ url: 'http://localhost/change', method: 'POST' }) }),
          rows: build.query<unknown, void>({ query: () => ({ url: 'http://localhost/rows' }) }),
        }),
      })
      const running = here.store.dispatch(change.endpoints.change.initiate())
      const answer = async () => {
        resolve(Response.json({}))
        await running
        return renewSession(here.store, { of: session.token, renewed })
      }
      const readRows = () => here.store.dispatch(change.endpoints.rows.initiate())
      there.store.dispatch(sessionExpired())
      browser.tell(there.tab)
      return { here, there, answer, readRows }
    }
    afterEach(() => vi.unstubAllGlobals())

    it('continues in both with the new token', async () => {
      const { here, there, answer } = openTabs()
      expect(await answer()).toBe(true)
      browser.tell(here.tab)
      await eventually(() => expect([here.user(), there.user()]).toEqual(['u1', 'u1']))
      expect(readSession(browser)).toEqual(renewed)
    })

    it('continues in a tab that learns of the end later than of the new token', async () => {
      const [here, there] = [browser.open(), browser.open()]
      here.store.dispatch(sessionStarted(session))
      browser.tell(here.tab)
      expect(renewSession(here.store, { of: session.token, renewed })).toBe(true)
      there.store.dispatch(sessionExpired())
      expect(readSession(browser)).toEqual(renewed)
      expect(there.store.getState().session.token).toBe(renewed.token)
    })

    it('repeats a read that is refused before the command is answered', async () => {
      const { here, answer, readRows } = openTabs()
      const read = readRows()
      expect(here.user()).toBe('u1')
      expect(await answer()).toBe(true)
      expect((await read).data).toEqual({ status: 200 })
      expect([here.user(), readSession(browser)]).toEqual(['u1', renewed])
    })

    it('continues if the other tab overwrites the new token before it sees it', async () => {
      const { here, there, answer } = openTabs()
      const mark = browser.getItem(SESSION_KEY)
      await answer()
      browser.setItem(SESSION_KEY, String(mark))
      browser.tell(there.tab)
      await eventually(() => expect(readSession(browser)).toEqual(renewed))
      expect(here.user()).toBe('u1')
    })

    it('ends in both if a tab signs out', async () => {
      const { here, there, answer } = openTabs()
      there.store.dispatch(sessionEnded())
      browser.tell(there.tab)
      expect(await answer()).toBe(false)
      expect([here.user(), there.user(), browser.getItem(SESSION_KEY)]).toEqual([null, null, null])
    })
  })
})
