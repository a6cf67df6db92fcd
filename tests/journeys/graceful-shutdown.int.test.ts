/** Tests a graceful shutdown: pending requests are answered, no write is lost. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const REQUESTS = 12

let app: RunningApp
beforeAll(async () => {
  app = await startWasteSense()
})
afterAll(() => app?.clear())

/** Resolves once `fetch` has sent the bodies of `count` requests. */
function written(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let bodies = 0
  const onBody = () => {
    bodies += 1
    if (bodies === count) resolve()
  }
  subscribe('undici:request:bodySent', onBody)
  return promise.finally(() => unsubscribe('undici:request:bodySent', onBody))
}

it.each([
  ['on their way', () => undefined],
  ['partly answered', (replies: Promise<unknown>[]) => Promise.race(replies)],
])(`answers ${REQUESTS} requests that are %s at SIGTERM`, async (_, moment) => {
  const dispatcher = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
  const openReports = async () => (await call(app, 'activeReports', { token: dispatcher })).body.reports.length
  const before = await openReports()
  const residents = await Promise.all(Array.from({ length: REQUESTS }, () => signUp(app)))
  const allWritten = written(REQUESTS)
  const asked = residents.map(({ token }) => call(app, 'reportBinFull', { token, body: {} }))
  await allWritten
  await moment(asked)
  const ended = app.kill('SIGTERM')
  const replies = await Promise.all(asked)
  expect(await ended, 'it could be stopped in order').toBe(0)
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  await app.restart()
  expect(await openReports()).toBe(before + replies.length)
})
