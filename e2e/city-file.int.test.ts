/** A city as a file: set up, written, set up again without a change; what is wrong in it is said with its line. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '#platform/config.ts'
import { START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { exportCity } from '../city/export.ts'
import { type CityFile, readCityFile, writeCityFile } from '../city/file.ts'
import { openHere } from '../city/here.ts'
import { importCity } from '../city/import.ts'
import { generateCity } from './generated-city.ts'

const FILE = path.join(import.meta.dirname, '../docs/city.example.yaml')
const TEXT = readFileSync(FILE, 'utf8')
const TOWN = readCityFile(TEXT, 'town.yaml')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Here = Awaited<ReturnType<typeof openHere>>
async function at<T>(work: (door: Here['door']) => Promise<T>): Promise<T> {
  const { door, close } = await openHere(readSettings({ DATA_DIR: folder }))
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
    const events = async () => (await store.readAll(START, 10_000)).filter(({ type }) => type !== 'KeyClaimed').length
    const before = await events()
    await store.close()
    expect(await bring(TOWN)).toEqual({ changed: [], stays: [] })
    const again = openSqliteEventStore(path.join(folder, 'log.db'))
    expect((await again.readAll(START, 10_000)).filter(({ type }) => type !== 'KeyClaimed')).toHaveLength(before)
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
    expect(stays).toEqual(['TM2: trucks are taken out of the fleet in Fleet Management.'])
    const { trucks, zones } = await at(exportCity)
    expect(zones[0]).toEqual(moved)
    // What is in the tank is not the file's to say.
    expect(trucks[0]).toMatchObject({ model: 'Actros', current_fuel_level: 240 })
    await expect(bring({ ...TOWN, zones: [{ ...moved, code: 'XX' }] })).rejects.toThrow('Lamashegu has the code LAM')
  })
})

describe('a file that is wrong', () => {
  const wrong = (from: string | RegExp, to: string) => () => readCityFile(TEXT.replace(from, to), 'town.yaml')
  const line = (of: string) => TEXT.slice(0, TEXT.indexOf(of)).split('\n').length
  it.each([
    [
      'a word for a number',
      'customers: 260',
      'customers: many',
      'customers: 260',
      'zones.1.customers: Enter a whole number',
    ],
    ['a code of another zone', 'code: VIT', 'code: LAM', '- name: Vittin', 'zones.1: LAM is there twice'],
    ['a site that is not there', '{ GBALAHI: 9 }', '{ ELSEWHERE: 9 }', '{ GBALAHI: 9 }', 'There is no site ELSEWHERE'],
    [
      'a field that there is not',
      'sites:',
      'dumps: []\nsites:',
      'city:\n',
      'The request has fields that are not known: dumps',
    ],
    ['no prices', /fuelPrices.*/, '', 'city:\n', 'fuelPrices'],
    ['a driver', 'make: DAF', 'driver_name: Ama', '- id: TM2', 'A file names no drivers'],
  ])('with %s is refused at its line', (_, from, to, at, sentence) => {
    expect(wrong(from, to)).toThrow(new RegExp(`town.yaml:${line(at)}: .*${sentence}`))
  })
  it('that is no YAML says where', () => expect(wrong('zones:', 'zones: [')).toThrow(/^town\.yaml:\d+: /))
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
