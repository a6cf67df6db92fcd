/** Tests that pictures load once, are freed after use, and reload after failures. */
import { expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createPictureCache } from './pictures.tsx'

function shelf(load = vi.fn(async (key: string) => `blob:${key}`)) {
  const drop = vi.fn()
  return { load, drop, ...createPictureCache(load, drop) }
}

it('fetches once for two, and frees it when the last has given it back', async () => {
  const { load, drop, take } = shelf()
  const [first, second] = [take('a'), take('a')]
  expect(await Promise.all([first.url, second.url])).toEqual(['blob:a', 'blob:a'])
  first.giveBack()
  await first.url
  expect(drop).not.toHaveBeenCalled()
  second.giveBack()
  await eventually(() => expect(drop.mock.calls).toEqual([['blob:a']]))
  expect(await take('a').url).toBe('blob:a')
  expect(load).toHaveBeenCalledTimes(2)
})

it('frees also what comes when nobody wants it any more', async () => {
  const { drop, take } = shelf()
  take('a').giveBack()
  await eventually(() => expect(drop.mock.calls).toEqual([['blob:a']]))
})

it('fetches anew what failed, and frees nothing of it', async () => {
  const load = vi.fn(async (key: string) => `blob:${key}`).mockRejectedValueOnce(new Error('away'))
  const { drop, take } = shelf(load)
  const failed = take('a')
  await expect(failed.url).rejects.toThrow('away')
  const again = take('a')
  failed.giveBack()
  expect(await again.url).toBe('blob:a')
  expect(drop).not.toHaveBeenCalled()
})
