/** Records the tour: plays the script and stores screen data. */

import { PagedListQuery } from '#contract/commands.ts'
import {
  type RecordedRowChanges,
  type RecordedScreens,
  recordedResponseKeyOf,
  TOUR_ROLES,
  type TourRecording,
  type TourRole,
} from '#contract/demo/tour-recording.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import { isRejection } from '#contract/http/problems.ts'
import { endpointRoutes } from '#contract/routes.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { createViewReadHandlers } from '#projections/app.ts'
import { toClientRows } from '#projections/feed/read-room.ts'
import { roomDefinitions } from '#projections/feed/rooms.ts'
import { restrictListToFields } from '#projections/queries/lists.ts'
import { readWantedNotificationKinds } from '#projections/queries/reader-settings.ts'
import { openTourCity, TOUR_PEOPLE, type TourCity, type TourPerson } from './city.ts'
import { simulateDaysBeforeTour, tourScenes, tourTime } from './script.ts'

/** Endpoints that the screens of each role read in addition to the feed. */
const READS: Record<TourRole, readonly [EndpointName, object][]> = {
  resident: [],
  // Dispatchers load recommendations for 2 trucks, for 3 trucks, and for each initial zone.
  dispatcher: [...[2, 3].map((trucks) => ({ trucks })), ...INITIAL_ZONE_NAMES.map((zone) => ({ zone }))].map(
    (asked) => ['recommendation', asked],
  ),
  recycler: [],
}

/**
 * Records the guided tour.
 * Calls `set` to set the clock of the installation.
 */
export async function recordTour(folder: string, set: (time: Date) => void): Promise<TourRecording> {
  set(tourTime('09:00', '2026-02-20'))
  const city = await openTourCity(folder, () => new Date())
  try {
    await simulateDaysBeforeTour(city, set)
    return await recordDay(city, set)
  } finally {
    await city.close()
  }
}

async function recordDay(city: TourCity, set: (time: Date) => void): Promise<TourRecording> {
  const tape: TourRecording = { scenes: [], moments: [], screens: {} as TourRecording['screens'] }
  const recorders = TOUR_ROLES.map((role) => recorderOf(city, TOUR_PEOPLE[role]))
  for (const [scene, { beats, ...told }] of tourScenes.entries()) {
    tape.scenes.push(told)
    for (const { at, ms, happens } of beats) {
      set(tourTime(at))
      await happens?.(city)
      const now = new Date()
      const position = city.runner.position()
      tape.moments.push({ time: now.toISOString(), position: String(position), scene, ms })
      for (const { record } of recorders) await record({ rows: city.runner.rows, now, position })
    }
  }
  for (const { role, screens } of recorders) tape.screens[role] = screens
  return tape
}

function recorderOf(city: TourCity, person: TourPerson<TourRole>) {
  const { role } = person
  const seen = new Map<RoomName, Map<string, string>>()
  const changes: RecordedRowChanges[][] = []
  const answers = new Map<string, RecordedScreens['answers'][string]>()
  const { userId: id, name, email, zone, facility } = person
  const user = { id, name, email, role, zone, facility, createdAt: tourTime('09:00', '2026-02-20').toISOString() }

  async function readRooms(snapshot: Snapshot): Promise<RecordedRowChanges[]> {
    const found: RecordedRowChanges[] = []
    for (const room of roomsOf(role)) {
      const rows = await readRoom(city, room, person, snapshot)
      const change = changeOf(room, seen.get(room), rows)
      seen.set(room, textsOf(rows))
      if (change) found.push(change)
    }
    return found
  }

  async function ask(endpoint: EndpointName, query: object, snapshot: Snapshot): Promise<void> {
    const name = recordedResponseKeyOf(endpointRoutes[endpoint].path, { ...query })
    const answer = await answerOf(city, endpoint, { person, query }, snapshot)
    const kept = answers.get(name) ?? []
    if (JSON.stringify(kept.at(-1)?.[1]) !== JSON.stringify(answer))
      answers.set(name, [...kept, [changes.length, answer]])
  }

  return {
    role,
    get screens() {
      return { user, changes, answers: Object.fromEntries(answers) }
    },
    async record(snapshot: Snapshot) {
      const found = await readRooms(snapshot)
      for (const [endpoint, query] of READS[role]) await ask(endpoint, query, snapshot)
      changes.push(found)
    },
  }
}

const roomsOf = (role: TourRole) =>
  (Object.keys(feedRooms) as RoomName[]).filter((room) => (feedRooms[room].roles as readonly string[]).includes(role))

/** Reads the rows that a client gets when joining a room. */
async function readRoom({ kernel }: TourCity, name: RoomName, person: TourPerson, { rows, now }: Snapshot) {
  const { scope, lists, view } = roomDefinitions[name]
  const own = scope({ ...person, sessionId: 'tour' })
  const all = await Promise.all(
    lists(now, own, await readWantedNotificationKinds(rows, person)).map((list) =>
      rows.find(view, restrictListToFields(own, list)),
    ),
  )
  return (await toClientRows(name, all.flat(), { sealer: kernel.sealer, rows })) as { id: string }[]
}

const textsOf = (rows: readonly { id: string }[]) => new Map(rows.map((row) => [row.id, JSON.stringify(row)]))

/**
 * Returns how a feed room's rows changed since the previous recorded moment; undefined if unchanged.
 * An empty room is recorded once.
 */
function changeOf(
  room: RoomName,
  before: ReadonlyMap<string, string> | undefined,
  rows: readonly { id: string }[],
): RecordedRowChanges | undefined {
  const now = textsOf(rows)
  const changed = rows.filter(({ id }) => before?.get(id) !== now.get(id))
  const removed = [...(before?.keys() ?? [])].filter((id) => !now.has(id))
  return before && changed.length + removed.length === 0 ? undefined : { room, rows: changed, removed }
}

async function answerOf(
  { kernel }: TourCity,
  endpoint: EndpointName,
  { person, query }: { person: TourPerson; query: object },
  snapshot: Snapshot,
): Promise<object> {
  const reads = createViewReadHandlers({ sealer: kernel.sealer, pictures: disabledPictureStore })
  const call = { principal: person, query: { ...PagedListQuery.parse({}), ...query }, params: {} }
  const answer = await (reads[endpoint] as (call: object, snapshot: Snapshot) => Promise<object>)(call, snapshot)
  if (isRejection(answer)) throw new Error(`The tour may not ask for ${endpoint}: ${answer.message}`)
  return answer
}
