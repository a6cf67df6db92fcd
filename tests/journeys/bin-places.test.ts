import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { readFilesBelow } from '../fixtures/read-folder.ts'
import { call, expectProblem, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let dispatcher: string
beforeAll(async () => {
  app = await startWasteSense()
  dispatcher = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
})
afterAll(() => app?.clear())

const PLACE = {
  digitalAddress: 'GA-183-8164',
  plusCode: 'J6PJ+2X',
  lat: 5.6012,
  lng: -0.2701,
  landmark: 'Kiosk Zaqwsx',
}
const place = (token: string, body: object, key?: string) => call(app, 'placeBin', { token, body, ...(key && { key }) })

async function report(token: string): Promise<string> {
  const { body, text } = await call(app, 'reportBinFull', { token, body: {} })
  if (!body.report) throw new Error(text)
  return body.report.id
}
const binOf = async (id: string) => (await call(app, 'reportDetail', { token: dispatcher, id })).body.report?.bin

it('is said by its resident, and read by them and by dispatchers', async () => {
  const { token } = await signUp(app)
  expect((await call(app, 'ownBin', { token })).body).toEqual({ bin: {} })
  const said = await place(token, { ...PLACE, digitalAddress: ' ga-183-8164 ' })
  expect(said.status, said.text).toBe(200)
  // The stored plus code is the full code nearest to the zone.
  const stored = { ...PLACE, plusCode: '6CQXJ6PJ+2X' }
  expect(said.body.bin).toMatchObject({ place: stored, source: 'resident' })
  const id = await report(token)
  await eventually(async () => {
    expect((await call(app, 'ownBin', { token })).body.bin).toMatchObject({ place: stored, source: 'resident' })
    expect((await binOf(id))?.place).toEqual(stored)
  })
  expect((await place(token, {})).body.bin.place).toEqual({})
  await eventually(async () => expect(await binOf(id)).toEqual({}))
})

it('far outside the zone is asked once more', async () => {
  const { token } = await signUp(app)
  const inKumasi = { lat: 6.69, lng: -1.62 }
  const asked = await place(token, inKumasi)
  expectProblem(asked, 409)
  expect(asked.body.errors).toHaveProperty('confirm')
  expect((await call(app, 'ownBin', { token })).body).toEqual({ bin: {} })
  expect((await place(token, { ...inKumasi, confirm: true })).status).toBe(200)
  // The Plus Code's place is as far outside the zone as Kumasi, so it must be confirmed too.
  expectProblem(await place(token, { plusCode: '6CWXM9QJ+2X' }), 409)
})

it.each([
  { digitalAddress: 'GA-18-8164' },
  { digitalAddress: 'GA1838164' },
  { plusCode: 'Accra' },
  { plusCode: '6CQX0000+' },
  { lat: 5.6 },
  { lat: 5.6, lng: 'x' },
  { lat: 91, lng: 0 },
  { lat: 0, lng: 0 },
  { landmark: 'x'.repeat(121) },
])('%o is no place', async (body) => {
  const { token } = await signUp(app)
  expectProblem(await place(token, body), 400)
})

it('comes with the sign-up, or not at all', async () => {
  const person = (n: number, given: object) => ({
    ...{ name: 'Ama', email: `placed.${n}@example.com`, password: 'a good password', zone: 'Ablekuma North' },
    ...given,
  })
  const far = await call(app, 'signUp', { body: person(1, { place: { lat: 6.69, lng: -1.62 } }) })
  expectProblem(far, 409)
  const { body, status, text } = await call(app, 'signUp', {
    body: person(1, { place: { landmark: 'Beside the well' } }),
  })
  expect(status, text).toBe(201)
  await eventually(async () =>
    expect((await call(app, 'ownBin', { token: body.token })).body.bin.place).toEqual({ landmark: 'Beside the well' }),
  )
})

it('is in the own export, and in nothing else; an erasure leaves none of it', async () => {
  const { token, id: userId, password } = await signUp(app)
  expect((await place(token, PLACE)).status).toBe(200)
  const id = await report(token)
  await eventually(async () => expect((await binOf(id))?.place?.landmark).toBe(PLACE.landmark))
  expect((await call(app, 'ownData', { token })).body.bin.place).toMatchObject({ landmark: PLACE.landmark })
  const texts = await Promise.all([
    ...(['activeReports', 'city'] as const).map((name) => call(app, name, { token: dispatcher })),
    call(app, 'userReports', { token: dispatcher, id: userId }),
  ])
  for (const { text } of texts) expect(text).not.toMatch(/Zaqwsx|GA-183-8164|5\.6012/)
  for (const { content, name } of readFilesBelow(app.dataDir)) expect(content.includes('Zaqwsx'), name).toBe(false)
  expect((await call(app, 'deleteAccount', { token, id: userId, body: { password } })).status).toBe(200)
  await eventually(async () => expect(await binOf(id)).toEqual({}))
})
