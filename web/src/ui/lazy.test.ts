/** Tests that code is requested again if loading fails, but not if it throws. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWithRetry, loadWithStyles } from './lazy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const offline = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/a.js')

it('comes when the connection is back, however long that takes', async () => {
  let isBack = false
  const load = vi.fn(async () => {
    if (!isBack) throw offline
    return 'code'
  })
  const loading = loadWithRetry(load)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  // Loading is retried every few seconds, not in a tight loop.
  expect(load.mock.calls.length).toBeLessThan(500)
  isBack = true
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await loading).toBe('code')
})

it('comes when its style sheet does', async () => {
  const noStyles = new Error('Unable to preload CSS for http://localhost/assets/a.css')
  const link = { href: 'http://localhost/assets/a.css', sheet: null }
  vi.stubGlobal('document', { querySelectorAll: () => [link] })
  const load = vi.fn().mockRejectedValueOnce(noStyles).mockResolvedValue('code')
  const asked: string[] = []
  Object.assign(document, {
    head: { append: (sheet: HTMLLinkElement) => asked.push(sheet.href) && sheet.onload?.(new Event('load')) },
    createElement: () => ({}),
  })
  const loading = loadWithRetry(() => loadWithStyles(load))
  await vi.advanceTimersByTimeAsync(500)
  expect(await loading).toBe('code')
  expect(asked).toEqual([link.href])
  vi.unstubAllGlobals()
})

it('throws what the code throws', async () => {
  const load = vi.fn(async () => {
    throw new TypeError('undefined is not a function')
  })
  await expect(loadWithRetry(load)).rejects.toThrow('not a function')
  expect(load).toHaveBeenCalledTimes(1)
})
