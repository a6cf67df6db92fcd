/**
 * Tests what remains of a stop's proof after an erasure.
 * The erasure of a resident removes photo, place and note of the bin.
 * The erasure of a driver removes everything about the driver.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { jpeg } from '#tests/fixtures/picture-files.ts'
import { readFilesBelow } from '../fixtures/read-folder.ts'
import { call, expectProblem, readAuditEvents, sendPicture, sendRequest, signIn } from './api-client.ts'
import { createDrivers, DRIVER_PASSWORD, requireSuccessBody } from './drivers.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let city: Awaited<ReturnType<typeof createDrivers>>
let dispatcher: string
beforeAll(async () => {
  app = await startWasteSense()
  city = await createDrivers(app)
  dispatcher = city.dispatcher
})
afterAll(() => app?.clear())

const fix = { lat: 5.6129876, lon: -0.1871234, acc: 12 }
const blobOf = (hash: string) => path.join(app.dataDir, 'blobs', hash.slice(0, 2), hash)
const filesContaining = (text: string) =>
  readFilesBelow(app.dataDir)
    .filter(({ content }) => content.includes(text))
    .map(({ name }) => name)

/** Makes a new driver collect a new resident's bin, with photo and note. */
async function servedStop() {
  const zone = await city.newZone()
  const driver = await city.newDriver(await city.newTruck())
  const [resident] = await city.newReports(zone, 1)
  if (!resident) throw new Error('There is no resident.')
  await requireSuccessBody(call(app, 'placeBin', { token: resident.token, body: { lat: 5.6119, lng: -0.1862 } }))
  const round = await city.newRound(zone, driver.truck)
  const photo = await sendPicture(app, driver.token, await jpeg())
  const picture = photo.body.picture as string
  const said = { outcome: 'collected', at: new Date().toISOString(), note: 'Rusty gate', picture, fix }
  await requireSuccessBody(call(app, 'serveStop', { token: driver.token, id: resident.stopId, body: said }))
  return { driver, resident, picture, round, stopId: resident.stopId }
}

async function servedOf(id: string) {
  const { report } = await requireSuccessBody(call(app, 'reportDetail', { token: dispatcher, id }))
  return report.served as Record<string, unknown> | undefined
}

it('a resident’s erasure leaves the outcome, and no photo, place, distance or note of the bin', async () => {
  const { driver, resident, picture, round, stopId } = await servedStop()
  await eventually(async () =>
    expect(await servedOf(stopId)).toMatchObject({ metres: expect.any(Number), placed: true, note: 'Rusty gate' }),
  )
  expect(existsSync(blobOf(picture))).toBe(true)
  await requireSuccessBody(call(app, 'changeSchedule', { token: dispatcher, id: round, body: { status: 'completed' } }))
  const { token, id, password } = resident
  await requireSuccessBody(call(app, 'deleteAccount', { token, id, body: { password } }))
  await eventually(async () => {
    const served = await servedOf(stopId)
    expect(served).toMatchObject({ outcome: 'collected', vehicleId: driver.truck })
    for (const field of ['picture_url', 'placed', 'metres', 'note']) expect(served).not.toHaveProperty(field)
  })
  const { reports } = await requireSuccessBody(call(app, 'userReports', { token: dispatcher, id }))
  expect(JSON.stringify(reports)).not.toMatch(/picture_url|placed|metres|Rusty/)
  expect(existsSync(blobOf(picture))).toBe(false)
  for (const width of ['', '?width=320'])
    expectProblem(await sendRequest(app, 'get', `/api/auth/pictures/${picture}${width}`, { token: dispatcher }), 404)
  // The load's proof still counts the erased resident's stop as proven.
  const { deliveries } = await requireSuccessBody(call(app, 'deliveries', { token: dispatcher }))
  const [load] = deliveries.filter((one: { truckId: string }) => one.truckId === driver.truck)
  expect(await requireSuccessBody(call(app, 'deliveryProof', { token: dispatcher, id: load.id }))).toMatchObject({
    stops: 1,
    proven: 1,
  })
  const auditor = await signIn(app, 'AUD001')
  const events = await readAuditEvents(app, auditor, 'kind=StopServed')
  const [event] = events.filter(({ sentence }: { sentence: string }) => sentence.includes(driver.truck))
  const { event: shown, raw } = await requireSuccessBody(
    call(app, 'auditEvent', { token: auditor, id: String(event.position) }),
  )
  expect(JSON.stringify([shown, raw])).not.toMatch(/Rusty|5\.61|0\.18/)
})

it('a refused outcome leaves no photo, and another photo can come with the key of a missing one', async () => {
  const zone = await city.newZone()
  const driver = await city.newDriver(await city.newTruck())
  const [marked] = await city.newReports(zone, 1)
  if (!marked) throw new Error('There is no resident.')
  await city.newRound(zone, driver.truck)
  const { stopId } = marked
  await requireSuccessBody(call(app, 'markReport', { token: dispatcher, id: stopId, body: { status: 'collected' } }))
  const photos = await Promise.all([81, 82].map(async (width) => sendPicture(app, driver.token, await jpeg(width, 60))))
  const at = new Date().toISOString()
  const say = async (said: object) => {
    const outcomes = [{ key: 'photo-of-a-marked-bin', stopId, said: { at, note: 'Rusty gate', ...said } }]
    return (await requireSuccessBody(call(app, 'serveStops', { token: driver.token, body: { sentAt: at, outcomes } })))
      .results
  }
  const [first, second] = photos.map(({ body }) => body.picture as string) as [string, string]
  const exception = { outcome: 'exception', exception: 'not-out' }
  expect(await say({ ...exception, picture: 'f'.repeat(64) })).toMatchObject([{ status: 404 }])
  expect(await say({ ...exception, picture: first })).toMatchObject([{ status: 409 }])
  expect(existsSync(blobOf(first))).toBe(false)
  const single = { outcome: 'collected', at, picture: second }
  await requireSuccessBody(call(app, 'serveStop', { token: driver.token, id: stopId, body: single }))
  expect(existsSync(blobOf(second))).toBe(true)
})

it('outcomes that a phone sends after a resident’s erasure are recorded, without note and photo', async () => {
  const zone = await city.newZone()
  const driver = await city.newDriver(await city.newTruck())
  const [erased, other] = await city.newReports(zone, 2)
  if (!erased || !other) throw new Error('There are no residents.')
  await city.newRound(zone, driver.truck)
  const picture = (await sendPicture(app, driver.token, await jpeg(96, 72))).body.picture as string
  const { token, id, password } = erased
  await requireSuccessBody(call(app, 'deleteAccount', { token, id, body: { password } }))
  const at = new Date().toISOString()
  const said = { outcome: 'collected', at, note: 'Rusty gate', picture }
  const outcomes = [erased, other].map(({ stopId }, n) => ({ key: `outcome-${n}`, stopId, said }))
  const body = { sentAt: at, outcomes: outcomes.slice(0, 1) }
  const { results } = await requireSuccessBody(call(app, 'serveStops', { token: driver.token, body }))
  expect(results).toMatchObject([{ status: 200, stop: { outcome: 'collected' } }])
  expect(existsSync(blobOf(picture))).toBe(false)
  const all = { ...body, outcomes }
  const { results: again } = await requireSuccessBody(call(app, 'serveStops', { token: driver.token, body: all }))
  expect(again).toMatchObject([{ status: 200 }, { status: 200 }])
  await eventually(async () => expect(await servedOf(other.stopId)).toMatchObject({ note: 'Rusty gate' }))
  expect(await servedOf(erased.stopId)).not.toHaveProperty('note')
  const place = { landmark: 'Well', lat: 5.61, lng: -0.18 }
  expectProblem(await call(app, 'placeBinAtStop', { token: driver.token, id: erased.stopId, body: place }), 404)
})

it('an erased driver leaves the truck free, and nothing that names them or tells where they were', async () => {
  const { driver, stopId } = await servedStop()
  await eventually(async () => expect(await servedOf(stopId)).toMatchObject({ placed: true }))
  await requireSuccessBody(call(app, 'deleteUser', { token: city.admin, id: driver.id, body: {} }))
  expectProblem(await call(app, 'driverSheet', { token: driver.token }), 401)
  await expect(signIn(app, driver.employee_id, DRIVER_PASSWORD)).rejects.toThrow()
  await eventually(async () => {
    const { vehicles } = await requireSuccessBody(call(app, 'vehicles', { token: dispatcher }))
    expect(vehicles.find(({ id }: { id: string }) => id === driver.truck)).not.toHaveProperty('driver_id')
  })
  const next = await city.newDriver(driver.truck)
  expect(next.truck).toBe(driver.truck)
  await eventually(async () => {
    const { drivers } = await requireSuccessBody(call(app, 'drivers', { token: dispatcher }))
    const ids = drivers.map(({ id }: { id: string }) => id)
    expect(ids).toContain(next.id)
    expect(ids).not.toContain(driver.id)
  })
  expect(await servedOf(stopId)).toMatchObject({ outcome: 'collected', vehicleId: driver.truck })
  expect(JSON.stringify(await servedOf(stopId))).not.toMatch(/Kojo|5\.6129/)
  for (const text of [`${driver.employee_id}@example.com`, '5.6129876', '0.1871234'])
    expect(filesContaining(text)).toEqual([])
})
