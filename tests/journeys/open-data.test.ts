/** Tests open data over HTTP: complete days, identical bytes, limits, no names. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type InProcessCity, openInProcessCity } from './in-process-city.ts'
import { RESIDENTS } from './random-events/ingredients.ts'

const DAY_MS = 24 * 60 * 60_000
const ASKED_PER_MINUTE = 30

let city: InProcessCity
beforeEach(async () => {
  city = await openInProcessCity()
})
afterEach(() => city.close())

const ask = (headers: Record<string, string> = {}) => fetch(`${city.url}/api${endpoints.openDaily.path}`, { headers })
const lines = async (answer: Response) => (await answer.text()).trimEnd().split('\r\n').slice(1)

/**
 * Appends three arrived and weighed loads, one of them disputed.
 * Each load has two reports: a single household's load is not published.
 */
async function arrive() {
  for (const n of [0, 1, 2]) await city.happen(['dispatch', n, 0], ['move', n, 0], ['weigh', n, 0])
  await city.happen(['update', 0, 0], ['update', 1, 0], ['dispute', 1, 0])
}

it('has a day once it is over, from whoever asks, with the weighbridge’s kilograms', async () => {
  await arrive()
  expect(await lines(await ask())).toEqual([])
  city.pass(DAY_MS)
  const answer = await ask()
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/csv/)
  expect(await lines(answer)).toEqual([expect.stringMatching(/^2026-03-04,Ablekuma North,3,3\.003,3\.003,0,/)])
})

it('is not sent again to who has it, and is once it has changed', async () => {
  await arrive()
  city.pass(DAY_MS)
  const first = await ask()
  const etag = first.headers.get('ETag') ?? ''
  expect(etag).not.toBe('')
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')
  const again = await ask({ 'If-None-Match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await city.happen(['settle', 1, 0], ['weigh', 0, 0], ['dispute', 0, 0], ['settle', 0, 0])
  city.pass(60_000)
  const later = await ask({ 'If-None-Match': etag })
  expect(later.status).toBe(200)
  expect(await lines(later)).toHaveLength(1)
})

it('is refused a network that asks too often, and says when to come again', async () => {
  const answers = await Promise.all(Array.from({ length: ASKED_PER_MINUTE + 5 }, () => ask()))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  for (const answer of refused) {
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ status: 429, message: expect.stringMatching(/once a minute/) })
  }
})

it('tells of loads and of nobody, and the same once somebody was erased', async () => {
  await city.reader(RESIDENTS[2], 'recycler')
  await arrive()
  city.pass(DAY_MS)
  const before = await (await ask()).text()
  for (const personal of ['Wet paper', 'u3', 'c1', 'd1', 'T0', 'l1-0', 'A-10', 'r0', 'Name'])
    expect(before, personal).not.toContain(personal)
  await city.erase(RESIDENTS[2])
  city.pass(60_000)
  expect(await (await ask()).text()).toBe(before)
})
