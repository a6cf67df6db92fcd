/** Script of the guided tour, which shows one day in the city as a series of scenes. */
import type { RecordedScene } from '#contract/demo/tour-recording.ts'
import {
  OTHER_ZONE,
  reportDescriptionOf,
  TOUR_DRIVER,
  TOUR_PEOPLE,
  type TourCity,
  type TourPerson,
  tourResidentOf,
  ZONE,
} from './city.ts'

interface ScriptStep {
  /** Time of day at which this step of the tour's script happens. */
  at: string
  ms: number
  happens?: (city: TourCity) => Promise<unknown>
}

interface Scene extends RecordedScene {
  beats: readonly ScriptStep[]
}

/** Returns a UTC time on `day`, by default on the Wednesday of the tour. */
export const tourTime = (at: string, day = '2026-03-04') => new Date(`${day}T${at}:00.000Z`)

const { resident } = TOUR_PEOPLE
const TRUCK = 'T001'
const SITE = 'WS002'
/** Position of the driver's phone near the bin of Kofi, a resident in the tour. */
const NEAR_KOFI = { lat: 5.6402, lon: -0.1897, acc: 9 }
/**
 * Open reports at the start of the tour.
 * Five more lead to a recommended collection.
 */
const WAITING = 61
const ELSEWHERE = 34

/** Returns a site's contents: tonnes, and percent by material. */
const held = (currentCapacity: number, plastic: number, organic: number) => ({
  plastic,
  paper: 29,
  glass: 19,
  metal: 14,
  organic,
  currentCapacity,
})

/** Collections before the tour, enough to compute the usual waiting time. */
const ROUNDS = [
  { reported: '2026-02-21', collected: '2026-02-23', by: 30, holds: held(502.7, 32, 6) },
  { reported: '2026-02-24', collected: '2026-02-26', by: 36, holds: held(505.9, 30, 8) },
  { reported: '2026-02-27', collected: '2026-02-28', by: 40, holds: held(509.4, 31, 7) },
]

/** Simulates the days before the tour: collections, and the reports since the last one. */
export async function simulateDaysBeforeTour(city: TourCity, set: (time: Date) => void): Promise<void> {
  const at = async (day: string, time: string, happens: () => Promise<unknown>) => {
    set(tourTime(time, day))
    await happens()
  }
  const everybody: TourPerson[] = [TOUR_PEOPLE.dispatcher, TOUR_PEOPLE.recycler, TOUR_DRIVER, resident]
  for (let n = 0; n < WAITING + 5; n++) everybody.push(tourResidentOf(ZONE, n))
  for (let n = 0; n < ELSEWHERE; n++) everybody.push(tourResidentOf(OTHER_ZONE, n))
  for (const person of everybody) await at('2026-02-20', '09:00', () => city.signUp(person))
  await at('2026-02-20', '09:00', () => city.takeTruck(TRUCK))

  const minute = (n: number, from = 6) =>
    `${String(from + Math.floor(n / 6)).padStart(2, '0')}:${String((n % 6) * 10 + 3).padStart(2, '0')}`
  for (const { reported, collected, by, holds } of ROUNDS) {
    await at(reported, '06:40', () => city.report(resident, 'The bin at the gate is full'))
    for (let n = 0; n < by; n++)
      await at(reported, minute(n, 7), () => city.report(tourResidentOf(ZONE, n), reportDescriptionOf(n)))
    await at(collected, '09:30', () => city.collect(ZONE, TRUCK, SITE))
    await at(collected, '11:10', () => city.unload(SITE, holds))
  }

  for (let n = 0; n < ELSEWHERE; n++)
    await at('2026-03-03', minute(n, 8), () => city.report(tourResidentOf(OTHER_ZONE, n), reportDescriptionOf(n)))
  for (let n = 0; n < WAITING; n++)
    await at(n < 30 ? '2026-03-03' : '2026-03-04', minute(n % 30, n < 30 ? 14 : 6), () =>
      city.report(tourResidentOf(ZONE, n), reportDescriptionOf(n + 3)),
    )
}

const more = (n: number) => (city: TourCity) => city.report(tourResidentOf(ZONE, WAITING + n), reportDescriptionOf(n))

export const tourScenes: readonly Scene[] = [
  {
    title: 'A bin is full',
    text: 'Kofi’s bin is full. His phone shows one large button. On the dispatcher’s board, his zone needs five more reports for a collection.',
    shows: ['resident', 'dispatcher'],
    beats: [{ at: '12:40', ms: 8_000 }],
  },
  {
    title: 'One tap reports it',
    text: 'He reports it with one tap. Within a second the report is first on the board, and the zone’s count goes up by one.',
    shows: ['resident', 'dispatcher'],
    beats: [{ at: '12:41', ms: 7_000, happens: (city) => city.report(resident, 'Full since the market day') }],
  },
  {
    title: 'The zone fills up',
    text: 'Neighbours report their bins too. The zone’s meter rises on every screen. Nobody needs to reload a page.',
    shows: ['dispatcher', 'resident'],
    beats: [
      { at: '12:44', ms: 3_000, happens: more(0) },
      { at: '12:52', ms: 3_000, happens: more(1) },
      { at: '12:58', ms: 4_000, happens: more(2) },
    ],
  },
  {
    title: 'A collection is recommended',
    text: 'Eight in ten bins are full, so a collection is worth the drive. The board shows the truck, its load and its distance.',
    shows: ['dispatcher', 'resident'],
    beats: [{ at: '13:05', ms: 9_000, happens: more(3) }],
  },
  {
    title: 'The dispatcher schedules it',
    text: 'One press accepts the plan, with exactly this truck, this site and these reports.',
    shows: ['dispatcher', 'resident'],
    beats: [{ at: '13:10', ms: 7_000, happens: (city) => city.schedule(ZONE, tourTime('14:00')) }],
  },
  {
    title: 'Kofi gets a time',
    text: 'His phone now shows when the truck comes. He does not need to call anybody.',
    shows: ['resident', 'dispatcher'],
    beats: [{ at: '13:12', ms: 7_000 }],
  },
  {
    title: 'The truck sets out',
    text: 'The truck leaves on time. Both screens show it at the same moment.',
    shows: ['dispatcher', 'resident'],
    beats: [{ at: '14:00', ms: 8_000, happens: (city) => city.pass() }],
  },
  {
    title: 'The driver gives a reason',
    text: 'Kofi’s bin is not out. The driver records this on the phone, and Kofi sees it at once. He puts the bin out, and the truck comes back.',
    shows: ['resident', 'dispatcher'],
    beats: [
      {
        at: '14:35',
        ms: 6_000,
        happens: (city) => city.serve(resident, { outcome: 'exception', exception: 'not-out' }),
      },
      { at: '15:05', ms: 3_000, happens: (city) => city.serve(resident, { outcome: 'collected', fix: NEAR_KOFI }) },
    ],
  },
  {
    title: 'Collected',
    text: 'The collection is complete. Its reports leave the board, and everyone who reported is notified. Kofi can report again.',
    shows: ['resident', 'dispatcher'],
    beats: [{ at: '15:20', ms: 7_000, happens: (city) => city.collect(ZONE, TRUCK, SITE) }],
  },
  {
    title: 'The recycler sees the load coming',
    text: 'The load is on its way to the South Dumping Site. The recycler sees it before it arrives.',
    shows: ['recycler', 'resident'],
    sight: 'South Dumping Site',
    beats: [{ at: '15:24', ms: 8_000 }],
  },
  {
    title: 'Weighed and analysed',
    text: 'The load has arrived, and its weight and materials are known. It took one day from a full bin to the recycler’s figures. Every step is recorded.',
    shows: ['recycler', 'resident'],
    beats: [{ at: '16:05', ms: 9_000, happens: (city) => city.unload(SITE, held(514.8, 33, 5)) }],
  },
]
