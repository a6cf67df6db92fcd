/** A WasteSense that is told to end answers everybody who has asked by then, and what it answered is there when it is back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running.ts'

let app: RunningApp
beforeAll(async () => {
  app = await startWasteSense()
})
afterAll(() => app?.clear())

it('answers 25 requests that are on their way at SIGTERM, three times', async () => {
  let reported = 0
  for (const wait of [0, 3, 15]) {
    const residents = await Promise.all(Array.from({ length: 25 }, () => signUp(app)))
    const asked = residents.map(({ token }) => call(app, 'reportBinFull', { token, body: {} }))
    await new Promise((resolve) => setTimeout(resolve, wait))
    const ended = app.kill('SIGTERM')
    const replies = await Promise.all(asked)
    expect(await ended, 'it could be stopped in order').toBe(0)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    reported += replies.length
    await app.restart()
    const { body } = await call(app, 'activeReports', { token: await signIn(app, IDENTIFIERS.dispatcher) })
    expect(body.reports).toHaveLength(reported)
  }
})
