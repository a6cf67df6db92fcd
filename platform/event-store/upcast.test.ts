/** Tests that events stored in earlier formats are converted to the current format. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { type Envelope, toPosition } from './event-store.ts'
import { upcast } from './upcast.ts'

const META = '{"commandId":"c","fingerprint":"f","actor":"u1"}'
const read = (type: string, data: string, meta: string | Envelope = META) =>
  upcast({ stream: 's', position: toPosition(1), revision: 0, id: 'i', at: 0, type, data: JSON.parse(data), meta })

describe('data', () => {
  it.each([
    [
      'a dispatch whose id was called collectionId, from before trucks knew what they left',
      'TruckDispatched',
      '{"collectionId":"COL-T1-3","vehicleId":"T1","loads":[],"scheduleIds":["SCH-AN1-T1"]}',
      { dispatchId: 'COL-T1-3', vehicleId: 'T1', loads: [], scheduleIds: ['SCH-AN1-T1'], leftIds: [] },
    ],
    [
      'a dispatch whose id was called collectionId',
      'TruckDispatched',
      '{"collectionId":"COL-T1-3","loads":[],"scheduleIds":[],"leftIds":["u1.1"]}',
      { dispatchId: 'COL-T1-3', loads: [], scheduleIds: [], leftIds: ['u1.1'] },
    ],
    [
      'a report collected with such a dispatch',
      'ReportCollected',
      '{"reportId":"u1.1","collectionId":"COL-T1-3"}',
      { reportId: 'u1.1', dispatchId: 'COL-T1-3' },
    ],
    ['a report marked by itself', 'ReportCollected', '{"reportId":"u1.1"}', { reportId: 'u1.1' }],
    [
      'a collection from before it said what it had set out for',
      'CollectionCompleted',
      '{"scheduleId":"SCH-AN1-T1","vehicleId":"T1"}',
      { scheduleId: 'SCH-AN1-T1', vehicleId: 'T1', reportIds: [] },
    ],
    [
      'a configuration from before there was a rule for unconfirmed accounts, and the city had words',
      'ConfigurationChanged',
      '{"version":1,"configuration":{"automaticDispatch":true}}',
      {
        version: 1,
        configuration: { automaticDispatch: true, unconfirmedReports: 'automatic', city: DEFAULT_CONFIGURATION.city },
      },
    ],
    [
      'a notification with finished words',
      'NotificationSent',
      '{"notificationId":"notice-1","kind":"notice","title":"Road closed","message":"Use <b>{other}</b> roads."}',
      {
        notificationId: 'notice-1',
        kind: 'notice',
        text: { kind: 'text', values: { title: 'Road closed', message: 'Use <b>{other}</b> roads.' } },
      },
    ],
    [
      'a trip to a site called constructor, whose figures are no numbers',
      'TripLogged',
      '{"tripId":"TRIP-T3-2","distance":"0function Object() { [native code] }","litres":null,"fuelLevel":null,"fuelCost":null}',
      { tripId: 'TRIP-T3-2', distance: 0, litres: 0, fuelCost: 0 },
    ],
    [
      'a refuelling after such a trip',
      'VehicleRefuelled',
      '{"vehicleId":"T3","litres":20,"fuelLevel":null}',
      { vehicleId: 'T3', litres: 20, fuelLevel: 20 },
    ],
    [
      'a change of the truck after such a trip',
      'VehicleChanged',
      '{"vehicleId":"T3","fuelLevel":null}',
      { vehicleId: 'T3', fuelLevel: 0 },
    ],
  ])('of %s', (_, type, bytes, expected) => {
    expect(read(type, bytes).data).toEqual(expected)
    // Converting event data that already has today's format changes nothing.
    expect(read(type, JSON.stringify(expected)).data).toEqual(expected)
  })

  it('of a rule that somebody set is what they set', () => {
    const { data } = read('ConfigurationChanged', '{"configuration":{"unconfirmedReports":"wait"}}')
    expect(data).toMatchObject({ configuration: { unconfirmedReports: 'wait' } })
  })

  const TYPES = [
    'TripLogged',
    'VehicleRefuelled',
    'TruckDispatched',
    'ReportCollected',
    'CollectionCompleted',
    'ConfigurationChanged',
    'NotificationSent',
  ]
  it.each(TYPES.flatMap((type) => ['null', '{"configuration":null}', '{}'].map((bytes) => [type, bytes])))(
    'of %s that is none, %s, keeps nobody from reading on',
    (type, bytes) => expect(() => read(type ?? '', bytes ?? '')).not.toThrow(),
  )

  it('that has no shape to begin with is given as it lies there', () =>
    expect(read('ConfigurationChanged', '{"version":1}').data).toEqual({ version: 1 }))

  it.each(['BinPainted', 'constructor', '__proto__', ''])(
    'of a type that nobody here knows is as it was: %s',
    (type) => {
      expect(read(type, '{"collectionId":"red"}')).toMatchObject({ type, data: { collectionId: 'red' } })
    },
  )
})

describe('meta', () => {
  it.each([
    ['the living city', '{"commandId":"live/2026-03-01/demo/ReportBinFull/a","fingerprint":"f","actor":"u1"}'],
    ['its seeded year', '{"commandId":"seed/demo/MarkAllCollected/T001/x","fingerprint":"f","actor":"u1"}'],
    ['its trucks', '{"commandId":"c","fingerprint":"f","actor":"simulation"}'],
    ['what says so itself', '{"commandId":"c","fingerprint":"f","actor":"u1","simulated":true}'],
  ])('is marked simulated of %s, as a text and as an object', (_, bytes) => {
    const expected = { ...JSON.parse(bytes), simulated: true }
    expect(read('TruckArrived', '{}', bytes).meta).toEqual(expected)
    expect(read('TruckArrived', '{}', JSON.parse(bytes)).meta).toEqual(expected)
  })

  it('is as it was of people, and of what the seed gave the demo to begin with', () => {
    expect(read('TruckArrived', '{}').meta).toEqual(JSON.parse(META))
    const seeded = '{"commandId":"seed/DISP001","fingerprint":"seed","actor":"system"}'
    expect(read('TruckArrived', '{}', seeded).meta).toEqual(JSON.parse(seeded))
  })
})
