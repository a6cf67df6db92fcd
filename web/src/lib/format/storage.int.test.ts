/**
 * Tests that a tab remembers values that the browser refuses to store.
 * No other module may use localStorage.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage } from './storage.ts'

const WEB = path.join(import.meta.dirname, '../..')

afterEach(() => vi.unstubAllGlobals())

it('uses the storage of the browser', () => {
  const values = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
  browserStorage.setItem('theme', 'dark')
  expect([...values]).toEqual([['theme', 'dark']])
  expect(browserStorage.getItem('theme')).toBe('dark')
  browserStorage.removeItem('theme')
  expect(values.size).toBe(0)
})

it.each([
  ['is missing', { localStorage: null }],
  ['is blocked', Object.defineProperty({}, 'localStorage', { get: () => expect.unreachable() })],
])('remembers in the tab where it %s', (_, window) => {
  vi.stubGlobal('window', window)
  expect(browserStorage.getItem('session')).toBeNull()
  browserStorage.setItem('session', 'mine')
  expect(browserStorage.getItem('session')).toBe('mine')
  browserStorage.removeItem('session')
  expect(browserStorage.getItem('session')).toBeNull()
})

it('prefers what a full storage did not take to the older value in it', () => {
  const refuse = () => {
    throw new Error('full')
  }
  vi.stubGlobal('window', { localStorage: { getItem: () => 'older', setItem: refuse, removeItem: refuse } })
  browserStorage.setItem('city', 'newer')
  expect(browserStorage.getItem('city')).toBe('newer')
  browserStorage.removeItem('city')
  expect(browserStorage.getItem('city')).toBeNull()
})

it('is the only module that touches the storage, and no module asks for an id that plain HTTP does not have', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter(
    (name) => !/\.test\.tsx?$/.test(name) && name !== 'lib/format/storage.ts',
  )
  expect(sources.length).toBeGreaterThan(100)
  const touching = /\b(window|globalThis)\.(local|session)Storage\b|\b(local|session)Storage\.|crypto\.randomUUID/
  expect(sources.filter((name) => touching.test(readFileSync(path.join(WEB, name), 'utf8')))).toEqual([])
})
