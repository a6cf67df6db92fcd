import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import type { CollectionStop } from '#contract/views.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { jpeg } from '#tests/fixtures/picture-files.ts'
import { readFilesBelow } from '../fixtures/read-folder.ts'
import { call, expectProblem, sendPicture, sendRequest } from './api-client.ts'
import { createDrivers, type Resident, requireSuccessBody } from './drivers.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let city: Awaited<ReturnType<typeof createDrivers>>
let dispatcher: string
let driver: Awaited<ReturnType<typeof city.newDriver>>
const sockets: Socket[] = []

beforeAll(async () => {
  app = await startWasteSense()
  city = await createDrivers(app)
  dispatcher = city.dispatcher
  driver = await city.newDriver('T001')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => app?.clear())

const sheetOf = async (token: string, query = '') =>
  (await requireSuccessBody(call(app, 'driverSheet', { token, query }))) as never as {
    scheduleId: string
    status: string
    left: number
    load: { bins: number }
    site: { id: string }
    stops: CollectionStop[]
  }
const now = () => new Date().toISOString()
const serve = (token: string, id: string, body: object, key?: string) =>
  call(app, 'serveStop', { token, id, body: { at: now(), ...body }, ...(key && { key }) })
const isOpen = async (id: string) => {
  const { reports } = await requireSuccessBody(call(app, 'activeReports', { token: dispatcher }))
  return reports.some((report: { id: string }) => report.id === id)
}

/** Joins a room of the live feed and collects the frames that arrive. */
async function join(token: string, room: RoomName) {
  const socket = io(app.url, { transports: ['websocket'], auth: { token, version: FEED_VERSION } })
  sockets.push(socket)
  const frames: RoomFrame[] = []
  socket.on('frames', (came: RoomFrame[]) => frames.push(...came.filter((frame) => frame.room === room)))
  const answer = (await socket.emitWithAck('join', { room })) as JoinRoomAnswer<'my-stops'>
  if (!answer.ok) throw new Error(answer.message)
  return { rows: answer.rows, frames: frames as RoomFrame<'my-stops'>[] }
}

describe('a round', () => {
  let round: string
  let stops: Resident[]
  const zone = 'Ayawaso West'
  beforeAll(async () => {
    stops = await city.newReports(zone, 12)
    await requireSuccessBody(
      call(app, 'placeBin', { token: stops[3]?.token ?? '', body: { lat: 5.64, lng: -0.19, landmark: 'Well' } }),
    )
    round = await city.newRound(zone, driver.truck)
  })
  const stopId = (n: number) => stops[n]?.stopId ?? ''

  it('is on the sheet of its driver, nearest next from a position', async () => {
    await eventually(async () => {
      const sheet = await sheetOf(driver.token)
      expect(sheet).toMatchObject({ scheduleId: round, status: 'in-progress', left: 12, load: { bins: 0 } })
      expect(sheet.stops.map(({ stopId }) => stopId)).toEqual(stops.map(({ stopId }) => stopId))
      expect(sheet.stops[3]).toMatchObject({ note: 'Blue gate', place: { landmark: 'Well' } })
    })
    const near = await sheetOf(driver.token, 'lat=5.641&lon=-0.191')
    expect(near.stops[0]?.stopId).toBe(stopId(3))
    const old = await call(app, 'driverSheet', { token: driver.token, query: 'schedule=SCH-AW0-T009' })
    expectProblem(old, 409)
    expect(old.body).toMatchObject({ errors: { schedule: round }, instance: expect.stringContaining(round) })
  })

  it('is pushed to the phone, stop by stop', async () => {
    const { rows, frames } = await join(driver.token, 'my-stops')
    expect(rows.map(({ stopId }) => stopId).sort()).toEqual(stops.map(({ stopId }) => stopId).sort())
    await requireSuccessBody(
      call(app, 'markReport', { token: dispatcher, id: stopId(11), body: { status: 'collected' } }),
    )
    await eventually(() => {
      const changed = frames.flatMap((frame) => frame.rows)
      expect(changed).toMatchObject([{ stopId: stopId(11), collected: true }])
    })
    const place = { landmark: 'Behind the school' }
    await requireSuccessBody(call(app, 'placeBinAtStop', { token: driver.token, id: stopId(4), body: place }))
    await eventually(() => {
      const [changed] = frames.flatMap((frame) => frame.rows).filter((row) => row.stopId === stopId(4))
      expect(changed?.place).toEqual(place)
    })
    const { bin } = await requireSuccessBody(call(app, 'ownBin', { token: stops[4]?.token ?? '' }))
    expect(bin).toMatchObject({ place, source: 'driver' })
  })

  it('collects a stop once, whatever repeats it', async () => {
    const first = await serve(driver.token, stopId(0), { outcome: 'collected' }, 'the-same-key')
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({ stop: { stopId: stopId(0), outcome: 'collected' }, message: 'Collected' })
    const again = await serve(driver.token, stopId(0), { outcome: 'collected' }, 'another-key')
    expect(again.body.position).toBe(first.body.position)
    expect(await isOpen(stopId(0))).toBe(false)
    expectProblem(
      await call(app, 'markReport', { token: dispatcher, id: stopId(0), body: { status: 'collected' } }),
      409,
    )
    await eventually(async () => expect(await sheetOf(driver.token)).toMatchObject({ load: { bins: 2 } }))
  })

  it('adds the proof of a driver to a bin that a dispatcher marked, and tells the driver', async () => {
    const late = await serve(driver.token, stopId(11), { outcome: 'collected' })
    expect(late.status, late.text).toBe(200)
    expect(late.body.message).toMatch(/dispatcher had already marked/)
    expectProblem(await serve(driver.token, stopId(11), { outcome: 'exception', exception: 'not-out' }), 409)
  })

  it('of a driver and a dispatcher at once has one winner', async () => {
    const [served, marked] = await Promise.all([
      serve(driver.token, stopId(10), { outcome: 'collected' }),
      call(app, 'markReport', { token: dispatcher, id: stopId(10), body: { status: 'collected' } }),
    ])
    expect(served.status, served.text).toBe(200)
    const driverWon = served.body.message === 'Collected'
    expect(marked.status).toBe(driverWon ? 409 : 200)
  })

  it('leaves a stop open with its reason, and tells the resident', async () => {
    const left = await serve(driver.token, stopId(1), { outcome: 'exception', exception: 'not-out', note: 'Gate shut' })
    expect(left.status, left.text).toBe(200)
    expect(await isOpen(stopId(1))).toBe(true)
    await eventually(async () => {
      const sheet = await sheetOf(driver.token)
      const [stop] = sheet.stops.filter((stop) => stop.stopId === stopId(1))
      expect(stop).toMatchObject({ collected: false, outcome: 'exception', exception: 'not-out' })
      const { notifications } = await requireSuccessBody(call(app, 'notifications', { token: stops[1]?.token ?? '' }))
      const messages = notifications.map(({ message }: { message: string }) => message).join('\n')
      expect(messages).toMatch(/^Your bin was not out at \d\d:\d\d\. Put it out\. We will come again\.$/m)
    })
  })

  it.each([
    [422, { outcome: 'exception' }],
    [422, { outcome: 'collected', exception: 'not-out' }],
    [400, { outcome: 'exception', exception: 'bored' }],
    [400, { outcome: 'gone' }],
    [400, { outcome: 'collected', at: '2026-03-01T08:00:00' }],
    [400, { outcome: 'collected', at: '2099-03-01T08:00:00Z' }],
    [400, { outcome: 'collected', at: '2020-03-01T08:00:00Z' }],
    [400, { outcome: 'collected', note: 'x'.repeat(201) }],
    [404, { outcome: 'collected', picture: '0'.repeat(64) }],
  ])('answers %i to %o, and changes nothing', async (status, body) => {
    expectProblem(await serve(driver.token, stopId(2), body), status)
    expect(await isOpen(stopId(2))).toBe(true)
  })

  it('takes photos, and nothing else', async () => {
    const { body } = await sendPicture(app, driver.token, await jpeg())
    expectProblem(await sendPicture(app, driver.token, Buffer.from('a text')), 415)
    const served = await serve(driver.token, stopId(5), { outcome: 'collected' })
    const proven = await serve(driver.token, stopId(5), { outcome: 'collected', picture: body.picture })
    expect(Number(proven.body.position)).toBeGreaterThan(Number(served.body.position))
    const resident = stops[5]
    const own = await eventually(async () => {
      const { reports } = await requireSuccessBody(
        call(app, 'userReports', { token: resident?.token ?? '', id: resident?.id ?? '' }),
      )
      expect(reports[0]).toMatchObject({ served: { outcome: 'collected', picture_url: expect.any(String) } })
      expect(reports[0].served).not.toHaveProperty('vehicleId')
      return reports[0].served.picture_url as string
    })
    const shown = await fetch(app.url + own, { headers: { Authorization: `Bearer ${resident?.token}` } })
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expectProblem(await sendRequest(app, 'get', own, { token: stops[6]?.token ?? '' }), 403)
    const { report } = await requireSuccessBody(call(app, 'reportDetail', { token: dispatcher, id: stopId(5) }))
    expect(report.served).toMatchObject({ vehicleId: driver.truck, picture_url: expect.stringContaining(body.picture) })
  })

  it('of another truck is forbidden', async () => {
    const other = await city.newDriver('T002')
    expectProblem(await serve(other.token, stopId(2), { outcome: 'collected' }), 403)
    expectProblem(await call(app, 'placeBinAtStop', { token: other.token, id: stopId(2), body: {} }), 403)
    expect((await sheetOf(other.token)).stops).toEqual([])
    expect((await join(other.token, 'my-stops')).rows).toEqual([])
    await requireSuccessBody(call(app, 'releaseDriver', { token: dispatcher, id: 'T002' }))
    expectProblem(await serve(other.token, stopId(2), { outcome: 'collected' }), 403)
  })

  it('is corrected in both directions', async () => {
    await requireSuccessBody(serve(driver.token, stopId(6), { outcome: 'exception', exception: 'delay' }))
    await requireSuccessBody(serve(driver.token, stopId(6), { outcome: 'collected' }))
    expect(await isOpen(stopId(6))).toBe(false)
    const corrected = await requireSuccessBody(
      serve(driver.token, stopId(6), { outcome: 'exception', exception: 'no-access' }),
    )
    const next = corrected.stop.stopId as string
    expect(next).not.toBe(stopId(6))
    expect(await isOpen(next)).toBe(true)
    await eventually(async () => {
      const { stops } = await sheetOf(driver.token)
      expect(stops.filter((stop) => stop.stopId === stopId(6))).toEqual([])
      expect(stops.find((stop) => stop.stopId === next)).toMatchObject({ exception: 'no-access', collected: false })
    })
    await requireSuccessBody(serve(driver.token, next, { outcome: 'collected' }))
    expect(await isOpen(next)).toBe(false)
  })

  it('has no position of a phone or note in anything but sealed fields', async () => {
    const fix = { lat: 5.6123987, lon: -0.1876543, acc: 12 }
    await requireSuccessBody(serve(driver.token, stopId(7), { outcome: 'collected', fix, note: 'Qwertzuiop' }))
    const { reports } = await requireSuccessBody(
      call(app, 'userReports', { token: stops[7]?.token ?? '', id: stops[7]?.id ?? '' }),
    )
    expect(reports[0].served).toMatchObject({ note: 'Qwertzuiop', placed: true })
    for (const none of [
      { ...fix, acc: 101 },
      { lat: 0, lon: 0, acc: 5 },
    ]) {
      const { position } = await requireSuccessBody(
        serve(driver.token, stopId(2), { outcome: 'exception', exception: 'delay', fix: none }),
      )
      expect(Number(position)).toBeGreaterThan(0)
    }
    const { report } = await requireSuccessBody(call(app, 'reportDetail', { token: dispatcher, id: stopId(2) }))
    expect(report.served).not.toHaveProperty('placed')
    for (const { content, name } of readFilesBelow(app.dataDir)) expect(content, name).not.toMatch(/6123987|Qwertzuiop/)
    const metrics = await sendRequest(app, 'get', '/metrics')
    expect(metrics.text).not.toMatch(/6123987|Qwertzuiop/)
  })

  it('takes several outcomes of a phone at once, each once and with its own result', async () => {
    const began = Date.now()
    const ahead = 3 * 3_600_000
    const byPhone = (secondsAgo: number) => new Date(Date.now() + ahead - secondsAgo * 1_000).toISOString()
    const outcomes = [
      { key: 'batch-1', stopId: stopId(9), said: { outcome: 'collected', at: byPhone(60) } },
      { key: 'batch-2', stopId: stopId(2), said: { outcome: 'exception', at: byPhone(40) } },
      { key: 'batch-3', stopId: stopId(2), said: { outcome: 'exception', exception: 'weight', at: byPhone(20) } },
      { key: 'batch-4', stopId: 'nobody-1', said: { outcome: 'collected', at: byPhone(10) } },
    ]
    const sendAll = (sentAt: string) =>
      call(app, 'serveStops', { token: driver.token, body: { sentAt, outcomes } }).then(
        ({ body }) => body.results as { key: string; status: number; message: string; position?: string }[],
      )
    const first = await sendAll(byPhone(0))
    expect(first.map(({ key, status }) => [key, status])).toEqual([
      ['batch-1', 200],
      ['batch-2', 422],
      ['batch-3', 200],
      ['batch-4', 404],
    ])
    expect(first[1]?.message).toBe('Choose why the bin was not emptied.')
    const again = await sendAll(byPhone(0))
    expect(again.map(({ position }) => position)).toEqual(first.map(({ position }) => position))
    // The times come from the server's clock, because the phone's clock is wrong.
    await eventually(async () => {
      const { stops } = await sheetOf(driver.token)
      const served = stops.find((stop) => stop.stopId === stopId(9))?.servedAt ?? ''
      const [least, most] = [-1, 1].map((side) => new Date(began + (side * ahead) / 2).toISOString())
      expect([least, served, most].toSorted()).toEqual([least, served, most])
    })
    // The server can't notice the phone's wrong clock, because `sentAt` is the server's time.
    // The outcomes' times are then in the future.
    const wrong = { key: 'batch-5', stopId: stopId(8), said: { outcome: 'collected', at: byPhone(0) } }
    const body = { sentAt: now(), outcomes: [wrong] }
    const { results } = (await requireSuccessBody(call(app, 'serveStops', { token: driver.token, body }))) as never as {
      results: { status: number; errors: object }[]
    }
    expect(results).toMatchObject([{ status: 400, errors: { at: expect.stringContaining('Check the clock') } }])
  })

  it('refuses a key that two stops share, in one request and in several', async () => {
    const said = { outcome: 'exception', exception: 'delay', at: now() }
    const outcomes = [3, 4].map((n) => ({ key: 'one-key', stopId: stopId(n), said }))
    const sendThem = async (outcomes: object[]) => {
      const body = { sentAt: now(), outcomes }
      const { results } = await requireSuccessBody(call(app, 'serveStops', { token: driver.token, body }))
      return results.map(({ status }: { status: number }) => status)
    }
    expect(await sendThem(outcomes)).toEqual([200, 422])
    expect(await sendThem(outcomes.slice(1))).toEqual([422])
    expectProblem(await call(app, 'serveStop', { token: driver.token, id: stopId(4), body: said, key: 'one-key' }), 422)
    expect(await sendThem(outcomes.slice(0, 1))).toEqual([200])
    await eventually(async () => {
      const { stops } = await sheetOf(driver.token)
      const of = (n: number) => stops.find((stop) => stop.stopId === stopId(n))
      expect([of(3)?.exception, of(4)?.exception]).toEqual(['delay', undefined])
    })
  })

  it('still takes outcomes after its end, also from a phone whose driver left the truck', async () => {
    await city.endRound(round)
    await requireSuccessBody(call(app, 'leaveVehicle', { token: driver.token, body: {} }))
    expectProblem(await call(app, 'placeBinAtStop', { token: driver.token, id: stopId(8), body: {} }), 409)
    await requireSuccessBody(serve(driver.token, stopId(8), { outcome: 'collected' }))
    expect(await isOpen(stopId(8))).toBe(false)
    await requireSuccessBody(call(app, 'takeVehicle', { token: driver.token, body: { vehicleId: driver.truck } }))
    expect((await sheetOf(driver.token)).stops).toEqual([])
  })
})

describe('a shift', () => {
  const zone = 'Ablekuma North'
  const step = (name: Parameters<typeof call>[1], body: object = {}, key?: string) =>
    call(app, name, { token: driver.token, body, ...(key && { key }) })

  it('departs, delivers, unloads, goes again and ends, and a dispatcher follows each step', async () => {
    const reports = await city.newReports(zone, 3)
    const plan = { zone, vehicleIds: [driver.truck] }
    const { schedules } = await requireSuccessBody(call(app, 'scheduleCollection', { token: dispatcher, body: plan }))
    const scheduleId = schedules[0].id as string
    await eventually(async () => expect(await sheetOf(driver.token)).toMatchObject({ scheduleId, status: 'scheduled' }))
    // Before the truck starts, its stops contain no places or notes of residents.
    const expected = await sheetOf(driver.token)
    expect(expected.stops.length).toBeGreaterThan(0)
    for (const stop of expected.stops) expect(stop).not.toHaveProperty('note')
    expectProblem(await step('depart', { scheduleId: 'SCH-AN1-T009' }), 403)
    await requireSuccessBody(step('depart', { scheduleId }))
    const [first, second] = reports.map(({ stopId }) => stopId) as [string, string]
    await requireSuccessBody(
      serve(driver.token, first, { outcome: 'collected', fix: { lat: 5.6, lon: -0.27, acc: 20 } }),
    )
    await requireSuccessBody(serve(driver.token, second, { outcome: 'collected' }))
    expectProblem(await step('endShift', { odometer: 100 }), 409)
    const left = await requireSuccessBody(step('deliverLoad', {}, 'the-load'))
    expect(left.message).toMatch(/^You are on your way to WS00/)
    const { deliveries } = await requireSuccessBody(call(app, 'deliveries', { token: dispatcher }))
    const [delivery] = deliveries.filter((one: { truckId: string }) => one.truckId === driver.truck)
    expect(delivery).toMatchObject({ status: 'in-transit', reportsCount: 2 })
    await eventually(async () => {
      const proof = await requireSuccessBody(call(app, 'deliveryProof', { token: dispatcher, id: delivery.id }))
      expect(proof).toMatchObject({ stops: 2, served: 2, proven: 1, percent: 50 })
    })
    // A stop can be corrected until its load arrives.
    const corrected = await requireSuccessBody(
      serve(driver.token, second, { outcome: 'exception', exception: 'contamination' }),
    )
    expect(await isOpen(corrected.stop.stopId)).toBe(true)
    // The phone reports late that the collection has ended.
    // The server accepts the late report, no matter what ended the collection.
    const late = await requireSuccessBody(step('deliverLoad', { scheduleId }))
    expect(late.message).toBe('This collection has ended already.')
    expectProblem(await step('deliverLoad', { scheduleId: 'SCH-AN1-T009' }), 403)
    expectProblem(await step('unloadTruck', { scheduleId: 'SCH-AN1-T009' }), 409)
    await requireSuccessBody(step('unloadTruck', { scheduleId }))
    // Unload again, after the site has noted the unloading.
    await requireSuccessBody(step('unloadTruck', { scheduleId }))
    expectProblem(await serve(driver.token, first, { outcome: 'exception', exception: 'damage' }), 409)
    const next = await eventually(async () => requireSuccessBody(step('planNextTrip')))
    await requireSuccessBody(step('depart', { scheduleId: next.scheduleId }))
    await eventually(async () => expect(await sheetOf(driver.token)).toMatchObject({ scheduleId: next.scheduleId }))
    // The late end of the earlier collection does not end the present collection.
    await requireSuccessBody(step('deliverLoad', { scheduleId }))
    expect(await sheetOf(driver.token)).toMatchObject({ scheduleId: next.scheduleId, status: 'in-progress' })
    await city.endRound(next.scheduleId)
    expectProblem(await step('endShift', { fuelLevel: 500 }), 400)
    const shift = await requireSuccessBody(step('endShift', { fuelLevel: 30, odometer: 120_345 }, 'the-shift'))
    expect(
      (await requireSuccessBody(step('endShift', { fuelLevel: 30, odometer: 120_345 }, 'the-shift'))).message,
    ).toBe(shift.message)
    await eventually(async () => {
      const { vehicles } = await requireSuccessBody(call(app, 'vehicles', { token: dispatcher }))
      const truck = vehicles.find(({ id }: { id: string }) => id === driver.truck)
      expect(truck).toMatchObject({ current_fuel_level: 30, odometer_km: 120_345, status: 'available' })
    })
    await requireSuccessBody(call(app, 'takeVehicle', { token: driver.token, body: { vehicleId: driver.truck } }))
    expectProblem(await step('endShift', { odometer: 120_000 }), 400)
  })
})

it('a bin that is recorded after the load has left joins no later load', async () => {
  const late = await city.newDriver(await city.newTruck())
  const zone = await city.newZone()
  const [first, second] = await city.newReports(zone, 2)
  const loadsOf = async () => {
    const { deliveries } = await requireSuccessBody(call(app, 'deliveries', { token: dispatcher }))
    const own = deliveries.filter((one: { truckId: string }) => one.truckId === late.truck)
    return own.map(({ reportsCount }: { reportsCount: number }) => reportsCount).sort()
  }
  await city.newRound(zone, late.truck)
  await requireSuccessBody(serve(late.token, first?.stopId ?? '', { outcome: 'collected' }))
  await requireSuccessBody(call(app, 'deliverLoad', { token: late.token, body: {} }))
  const id = second?.stopId ?? ''
  const served = await requireSuccessBody(serve(late.token, id, { outcome: 'collected' }))
  expect(served).toMatchObject({ isLate: true, message: expect.stringContaining('load had already left') })
  expect(await isOpen(id)).toBe(false)
  await eventually(async () => {
    const { report } = await requireSuccessBody(call(app, 'reportDetail', { token: dispatcher, id }))
    expect(report.served).toMatchObject({ outcome: 'collected', afterLoad: true })
  })
  await requireSuccessBody(call(app, 'unloadTruck', { token: late.token, body: {} }))
  const [third] = await city.newReports(zone, 1)
  await eventually(() => city.newRound(zone, late.truck))
  await requireSuccessBody(serve(late.token, third?.stopId ?? '', { outcome: 'collected' }))
  await requireSuccessBody(call(app, 'deliverLoad', { token: late.token, body: {} }))
  expect(await loadsOf()).toEqual([1, 1])
})

it('a driver who left a truck has no say in its next round', async () => {
  const left = await city.newDriver(await city.newTruck())
  const zone = await city.newZone()
  const [early] = await city.newReports(zone, 1)
  const first = await city.newRound(zone, left.truck)
  await city.endRound(first)
  await requireSuccessBody(call(app, 'leaveVehicle', { token: left.token, body: {} }))
  const next = await city.newDriver(left.truck)
  const [late] = await city.newReports(zone, 1)
  await city.newRound(zone, left.truck)
  const id = late?.stopId ?? ''
  expectProblem(await serve(left.token, id, { outcome: 'collected' }), 403)
  expectProblem(await call(app, 'placeBinAtStop', { token: left.token, id, body: { landmark: 'Well' } }), 403)
  expect(await isOpen(id)).toBe(true)
  // The phone may still send outcomes of the ended collection.
  await requireSuccessBody(serve(left.token, early?.stopId ?? '', { outcome: 'exception', exception: 'delay' }))
  await requireSuccessBody(serve(next.token, id, { outcome: 'collected' }))
})

it('a lost phone is signed out by a dispatcher', async () => {
  const lost = await city.newDriver('T003')
  await requireSuccessBody(call(app, 'signOutDriver', { token: dispatcher, id: lost.id }))
  expectProblem(await call(app, 'driverSheet', { token: lost.token }), 401)
})
