/** Tests city files: import, export, repetition, errors with line numbers. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkInstallation } from '#command-api/start-checks.ts'
import { copyDatabases } from '#platform/backup/copy.ts'
import { writeBackupManifest } from '#platform/backup/manifest.ts'
import { applyRestore, createRestoreNote, finishRestore, stageRestore } from '#platform/backup/restore.ts'
import { writeRestoredNote } from '#platform/backup/restored-note.ts'
import { openBackupSnapshot, verifyBackupSnapshot } from '#platform/backup/snapshot.ts'
import { readSettings } from '#platform/config.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { exportCity } from '../../tools/city/export.ts'
import { type CityFile, readCityFile, writeCityFile } from '../../tools/city/file.ts'
import { importCity } from '../../tools/city/import.ts'
import { openOfflineClient } from '../../tools/city/offline-client.ts'
import { generateCity } from './generated-city.ts'

const FILE = path.join(import.meta.dirname, '../../docs/city.example.yaml')
const TEXT = readFileSync(FILE, 'utf8')
const TOWN = readCityFile(TEXT, 'town.yaml')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Here = Awaited<ReturnType<typeof openOfflineClient>>
async function at<T>(work: (door: Here['door']) => Promise<T>): Promise<T> {
  const { door, close } = await openOfflineClient(readSettings({ DATA_DIR: folder }))
  try {
    return await work(door)
  } finally {
    await close()
  }
}
const bring = (city: CityFile) => at((door) => importCity(door, city))

describe('a city that is brought in', () => {
  it('is what is written out, and brought in again changes nothing', async () => {
    const { changed, stays } = await bring(TOWN)
    expect(changed).toContain('Lamashegu was opened.')
    expect(changed.slice(-2)).toEqual(['Ablekuma North was closed.', 'Ayawaso West was closed.'])
    expect(stays).toEqual([])
    const written = await at(exportCity)
    expect(written).toEqual(TOWN)
    expect(readCityFile(writeCityFile(written), 'out.yaml')).toEqual(TOWN)
    const store = openSqliteEventStore(path.join(folder, 'log.db'))
    const events = async () =>
      (await store.readAll(LOG_START, 10_000)).filter(({ type }) => type !== 'KeyClaimed').length
    const before = await events()
    await store.close()
    expect(await bring(TOWN)).toEqual({ changed: [], stays: [] })
    const again = openSqliteEventStore(path.join(folder, 'log.db'))
    expect((await again.readAll(LOG_START, 10_000)).filter(({ type }) => type !== 'KeyClaimed')).toHaveLength(before)
    await again.close()
  })

  it('follows the file where it is another, and says what stays', async () => {
    await bring(TOWN)
    const [first, ...others] = TOWN.zones
    const [truck] = TOWN.trucks
    if (!first || !truck) throw new Error('The example has a zone and a truck.')
    const moved = { ...first, customers: 500, centre: { lat: 9.37, lng: -0.85 } }
    const changes = {
      zones: [moved, ...others.slice(1)],
      trucks: [{ ...truck, model: 'Actros', current_fuel_level: 1 }],
    }
    const { changed, stays } = await bring({ ...TOWN, ...changes })
    expect(changed).toEqual([
      'Lamashegu was moved on the map.',
      'The configuration was changed to version 2.',
      'Truck TM1 was changed.',
      'Vittin was closed.',
    ])
    expect(stays).toEqual(['TM2: remove trucks in Fleet Management.'])
    const { trucks, zones } = await at(exportCity)
    expect(zones[0]).toEqual(moved)
    // The imported file contains no fuel level, so the truck keeps its own.
    expect(trucks[0]).toMatchObject({ model: 'Actros', current_fuel_level: 240 })
    await expect(bring({ ...TOWN, zones: [{ ...moved, code: 'XX' }] })).rejects.toThrow('Lamashegu keeps its code LAM')
  })
})

describe('a restored backup', () => {
  const settings = () => readSettings({ DATA_DIR: folder })
  const moved = () => ({ ...TOWN, zones: TOWN.zones.map((zone) => ({ ...zone, customers: zone.customers + 1 })) })

  /** Copies the data, and then changes the original. */
  async function backUp(backup: string) {
    await bring(TOWN)
    const original = openBackupSnapshot(folder, settings())
    await copyDatabases(original, backup).finally(original.close)
    const copy = openBackupSnapshot(backup, settings())
    const about = await verifyBackupSnapshot(copy).finally(copy.close)
    await bring(moved())
    return writeBackupManifest(backup, { ...about, takenAt: new Date().toISOString() })
  }

  /** Opens the data as a start does, and returns the types of its events. */
  async function startAgain(): Promise<string[]> {
    await finishRestore(folder)
    const { log: store, vault, close } = openBackupSnapshot(folder, settings())
    try {
      await checkInstallation({ store, vault, reads: openMemoryReadStore() }, folder)
      return (await store.readAll(LOG_START, 10_000)).map(({ type }) => type)
    } finally {
      await close()
    }
  }

  it.each(['complete', 'interrupted'])('that is %s is recorded before a city is brought in', async (state) => {
    const backup = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    try {
      const manifest = await backUp(backup)
      await stageRestore(backup, settings(), manifest)
      const note = await createRestoreNote(folder, backup, manifest)
      if (state === 'complete') await applyRestore(folder, note)
      else {
        writeRestoredNote(path.join(folder, 'restoring'), note)
        renameSync(path.join(folder, 'restoring'), path.join(folder, 'restoring.ready'))
      }
      expect((await bring(moved())).changed).toEqual(['The configuration was changed to version 2.'])
      expect(existsSync(path.join(folder, 'restored.json'))).toBe(false)
      const types = await startAgain()
      expect(types.filter((type) => type === 'LogRestored')).toHaveLength(1)
      expect(types.indexOf('LogRestored')).toBeLessThan(types.lastIndexOf('ConfigurationChanged'))
      expect(await at(exportCity)).toEqual(moved())
    } finally {
      rmSync(backup, { recursive: true })
    }
  })
})

describe('a file that is wrong', () => {
  /** Returns the line and column of `what` in a text. */
  const placeOf = (what: string, text: string) => {
    const before = text.slice(0, text.indexOf(what)).split('\n')
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  }
  it.each([
    ['a word for a number', 'customers: 260', 'customers: many', 'many', 'zones.1.customers: Enter a whole number'],
    ['a code of another zone', 'code: VIT', 'code: LAM', 'name: Vittin', 'zones.1: LAM is listed twice'],
    ['an unknown site', '{ GBALAHI: 9 }', '{ ELSEWHERE: 9 }', '9 }\n  - name: Saka', 'There is no site ELSEWHERE'],
    ['a part that there is not', 'sites:', 'dumps: []\nsites:', 'dumps', 'dumps: There is no such field'],
    ['no prices', /fuelPrices.*/, '', 'city:\n', 'fuelPrices'],
    ['a driver', 'make: DAF', 'driver_name: Ama', 'Ama', 'trucks.1.driver_name: Leave the driver out'],
    ['a status', 'make: DAF', 'make: DAF\n    status: ok', 'ok\n', 'trucks.1.status: Leave the status out'],
    ['a decimal comma', '{ lat: 9.39,', '{ lat: 9,39,', '39, lng', 'zones.1.centre.39: Write decimals with a point'],
    ['a comma alone', '{ lat: 9.39,', '{ lat: "9,39",', '"9,39"', 'zones.1.centre.lat: Write decimals with a point'],
    ['a wrong name', 'distances: { GBALAHI: 9 }', 'distance: {}', 'distance: {', 'zones.1.distance: There is no'],
    ['no such outline', 'code: VIT', 'code: VIT\n    outlines: []', 'outlines', 'zones.1.outlines: There is no'],
    ['a height of a corner', 'code: VIT', 'code: VIT\n    outline: [{ z: 3 }]', 'z: 3', 'zones.1.outline.0.z: There'],
    ['a merged zone', 'code: VIT', 'code: VIT\n    <<: {}', '<<', 'zones.1.<<: There is no such field'],
    ['a capacity', 'make: DAF', 'make: DAF\n    capacity: 9', 'capacity: 9', 'trucks.1.capacity: There is no such'],
    ['a word of its city', 'country:', 'land: x\n  country:', 'land: x', 'city.land: There is no such field'],
    ['a field of its money', 'code: GHS', 'sign: G, code: GHS', 'sign', 'city.currency.sign: There is no such'],
    ['a third fuel', '{ diesel: 14.2', '{ gas: 3, diesel: 14.2', 'gas', 'fuelPrices.gas: There is no such field'],
    ['a height', 'lat: 9.43, lng: -0.77', 'lat: 9.43, z: 3, lng: 1', 'z: 3', 'sites.0.coordinates.z: There is'],
    ['a number for a name', 'id: TM1', 'id: 0012', '0012', 'trucks.0.id: Put quotes around .*: "0012"'],
    ['an answer for a name', 'make: DAF', 'make: true', 'true', 'trucks.1.make: Put quotes around .*: "true"'],
    ['an offset', 'timeZone: Africa/Accra', 'timeZone: "+05:45"', '"+05:45"', 'city.timeZone: There is no such time'],
    ['a tag', 'make: DAF', 'make: !text DAF', '!text', 'Unresolved tag: !text'],
    ['a field twice', 'make: DAF', 'make: DAF\n    make: MAN', 'make: MAN', 'Map keys must be unique'],
    ['what no object takes', 'make: DAF', 'make: DAF\n    __proto__: 1', '__proto__', 'The key __proto__ is not'],
  ])('with %s is refused at its line and column', (_, from, to, at, sentence) => {
    const text = TEXT.replace(from, to)
    expect(() => readCityFile(text, 'town.yaml')).toThrow(
      new RegExp(`(^|\n)town.yaml:${placeOf(at, text)}: .*${sentence.replaceAll('.', '\\.').replaceAll('\\.*', '.*')}`),
    )
  })

  it('is refused for each unknown field', () => {
    const text = TEXT.replace('code: VIT', 'code: VIT\n    colour: red\n    size: 3')
    expect(() => readCityFile(text, 'town.yaml')).toThrow(/zones\.1\.colour: .+\n.+zones\.1\.size: /)
  })

  it('that is no YAML says where', () =>
    expect(() => readCityFile(TEXT.replace('zones:', 'zones: ['), 'town.yaml')).toThrow(/^town\.yaml:\d+:\d+: /))

  it('takes a number in quotes for a name, also as a key', () => {
    const text = TEXT.replaceAll('GBALAHI', '0012').replace('id: 0012', 'id: "0012"')
    const { sites, zones } = readCityFile(text, 'town.yaml')
    expect(sites.map(({ id }) => id)).toEqual(['0012'])
    expect(zones[0]?.distances).toEqual({ '0012': 13 })
  })
})

it('brings in a city whose distances are larger than a usual request', async () => {
  const { zones, sites, ...rest } = generateCity(100, 1)
  const all = Array.from({ length: 50 }, (_, n) => ({ ...sites[0], id: `SITE${n}` })) as CityFile['sites']
  const distances = Object.fromEntries(all.map(({ id }, n) => [id, n + 0.25]))
  const large = { ...rest, sites: all, zones: zones.map((zone) => ({ ...zone, distances })) }
  expect(JSON.stringify(large.zones.map((zone) => zone.distances)).length).toBeGreaterThan(64 * 1024)
  const { changed, stays } = await bring(large)
  expect(stays).toEqual([])
  // Each save has at most 2,000 distances, so that its event fits into EventStoreDB.
  expect(changed).toContain('The configuration was changed to version 3.')
  expect(await at(exportCity)).toEqual(large)
  expect(await bring(large)).toEqual({ changed: [], stays: [] })
})

describe('a city of 60 zones and 200 trucks', () => {
  const large = generateCity(60, 200)
  it('is brought in whole, and answers its boards and its planner', async () => {
    expect((await bring(large)).stays).toEqual([])
    await at(async (door) => {
      const { zones } = await door.ask('openZones')
      expect(new Set(zones.map(({ code }) => code)).size).toBe(60)
      const { thresholdStatus } = await door.ask('thresholdStatus')
      expect(Object.keys(thresholdStatus)).toHaveLength(60)
      const { availableVehicles, reason } = await door.ask('recommendation')
      expect(availableVehicles).toBe(200)
      expect(reason).toContain('Zone 060: 0/')
      expect(await exportCity(door)).toEqual(large)
    })
  })
})
