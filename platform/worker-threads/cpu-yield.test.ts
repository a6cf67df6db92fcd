/**
 * Tests the pauses that background work makes for web requests.
 * The fake clock advances only while the work pauses.
 */
import { beforeEach, expect, it } from 'vitest'
import { createCpuYield, recordRequest, sharedActivity, trackDecoding } from './cpu-yield.ts'

/** Current time of the fake clock, in epoch ms. */
let time = 0
const clock = {
  now: () => time,
  wait: (ms: number) => {
    time += ms
  },
}
let shared: typeof sharedActivity
let rest: () => void

beforeEach(() => {
  time = 1_000
  shared = new Float64Array(new SharedArrayBuffer(16))
  rest = createCpuYield(shared, clock)
})

/** Works for `worked` ms, then returns for how many ms the tested function pauses. */
function restedAfter(worked: number): number {
  time += worked
  const began = time
  rest()
  return time - began
}

it('does not rest without requests', () => {
  expect(restedAfter(50)).toBe(0)
})

it('rests until a request that has just come is out of the way', () => {
  shared[0] = time + 48
  expect(restedAfter(50)).toBe(8)
  expect(restedAfter(50)).toBe(0)
})

it('rests while pictures are decoded, and no longer than it has worked', () => {
  shared[1] = 2
  expect(restedAfter(50)).toBe(50)
  expect(restedAfter(1)).toBe(1)
  shared[1] = 0
  expect(restedAfter(50)).toBe(0)
})

it('continues at half its pace if requests never end', () => {
  let rested = 0
  for (let step = 0; step < 100; step++) {
    shared[0] = time + 4
    rested += restedAfter(4)
  }
  expect(rested).toBe(400)
})

it('rests a moment only, however long it had nothing to do', () => {
  shared[1] = 1
  expect(restedAfter(3_600_000)).toBe(100)
})

it('knows of this process’ requests, and of pictures as long as they are decoded, also of those that can’t be', async () => {
  const now = () => performance.timeOrigin + performance.now()
  const before = now()
  recordRequest()
  expect(sharedActivity[0]).toBeGreaterThanOrEqual(before)
  expect(sharedActivity[0]).toBeLessThanOrEqual(now())
  const failing = trackDecoding(() => Promise.reject(new Error('broken')))
  expect(sharedActivity[1]).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect(sharedActivity[1]).toBe(0)
})
