/** Tests the stored session: invalid or changed content is logged and removed. */

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#contract/views.ts'
import { createStore } from './api.ts'
import { readSession, renewSession, SESSION_KEY, sessionEnded, sessionStarted, writeSession } from './session.ts'

const tokenOf = (sub: string, role: string) => `h.${Buffer.from(JSON.stringify({ sub, role })).toString('base64url')}.s`

const session: Session = {
  user: { id: 'u1', name: 'Ama', email: 'ama@test.com', role: 'resident', createdAt: '2026-01-01T00:00:00.000Z' },
  token: tokenOf('u1', 'resident'),
}

function storageOf(text?: string) {
  const values = new Map(text === undefined ? [] : [[SESSION_KEY, text]])
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage
  return { storage, text: () => values.get(SESSION_KEY) }
}

const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
afterEach(() => warned.mockClear())

describe('the remembered sign-in', () => {
  it('is read as it was written, and forgotten without a session', () => {
    const { storage, text } = storageOf()
    writeSession(storage, session)
    expect(readSession(storage)).toEqual(session)
    writeSession(storage, null)
    expect(text()).toBeUndefined()
    expect(readSession(storage)).toBeNull()
    writeSession(storage, null, session.token)
    expect(readSession(storage)).toBeNull()
    expect(text()).toBe('"s"')
    expect(warned).not.toHaveBeenCalled()
  })

  const { user } = session
  it.each([
    ['half a text', JSON.stringify(session).slice(0, 40)],
    ['nothing at all', ''],
    ['a list', '[]'],
    ['no user', JSON.stringify({ token: session.token })],
    ['no token', JSON.stringify({ user })],
    ['a token that is no text', JSON.stringify({ user, token: { admin: true } })],
    ['a token with a line break', JSON.stringify({ user, token: 'a\nb' })],
    ['a token that fits no header', JSON.stringify({ user, token: '🔥' })],
    ['an empty token', JSON.stringify({ user, token: '' })],
    ['a role that there is not', JSON.stringify({ user: { ...user, role: 'superuser' }, token: session.token })],
    ['a role that the token does not have', JSON.stringify({ user: { ...user, role: 'admin' }, token: session.token })],
    ['the token of somebody else', JSON.stringify({ user, token: tokenOf('u2', 'resident') })],
    ['an id that is a number', JSON.stringify({ user: { ...user, id: 7 }, token: session.token })],
  ])('with %s is cleared and logged', (_what, text) => {
    const tampered = storageOf(text)
    expect(readSession(tampered.storage)).toBeNull()
    expect(tampered.text()).toBeUndefined()
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('an answer that renews the session', () => {
  const renewed = { user: session.user, token: `${session.token}2` }
  const ended: (string | null)[] = []
  const fetched = vi.fn(async (_url: string, { headers }: RequestInit) => {
    ended.push(new Headers(headers).get('Authorization'))
    return new Response()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    ended.length = 0
  })

  it('gives it the new token', () => {
    vi.stubGlobal('fetch', fetched)
    const store = createStore()
    store.dispatch(sessionStarted(session))
    expect(renewSession(store, { of: session.token, renewed })).toBe(true)
    expect(store.getState().session).toMatchObject(renewed)
    expect(ended).toEqual([])
  })

  it.each([
    ['nobody', null],
    ['another person', { user: { ...session.user, id: 'u2' }, token: tokenOf('u2', 'resident') }],
  ])('after the sign-out leaves %s signed in, and ends the new token', (_, next) => {
    vi.stubGlobal('fetch', fetched)
    const store = createStore()
    store.dispatch(sessionStarted(session))
    store.dispatch(sessionEnded())
    if (next) store.dispatch(sessionStarted(next))
    expect(renewSession(store, { of: session.token, renewed })).toBe(false)
    expect(store.getState().session.token).toBe(next?.token ?? null)
    expect(ended).toEqual([`Bearer ${renewed.token}`])
  })

  it.each([
    ['fails to end a token', 503],
    ['refuses an expired token', 401],
  ])('stops the pushes to this browser if the server %s', async (_, status) => {
    const { promise: unsubscribed, resolve } = Promise.withResolvers<void>()
    const subscription = { unsubscribe: async () => resolve() }
    const registration = { pushManager: { getSubscription: async () => subscription } }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    vi.stubGlobal('fetch', async () => new Response(null, { status }))
    renewSession(createStore(), { of: session.token, renewed })
    await unsubscribed
    expect(warned).toHaveBeenCalled()
  })
})
