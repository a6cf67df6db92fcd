/** Tests the session in the store and in the browser's storage, across visits and tabs. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/views.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { SESSION_KEY, sessionEnded, sessionStarted } from './session.ts'
import { createStore, syncSessionWithStorage } from './store.ts'

/** Simulates the storage of a browser and its tabs, which receive storage events. */
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
})
