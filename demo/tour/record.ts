/** Records the tour: plays the script in a city and stores the screens' data at each moment. */

import {
  type Tape,
  type TapedChange,
  type TapedScreens,
  TOUR_ROLES,
  type TourRole,
  tapedName,
} from '#contract/city/tape.ts'
import { Page } from '#contract/commands.ts'
import { isRejection } from '#contract/door/problems.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { type RoomName, rooms } from '#contract/feed/rooms.ts'
import { lines } from '#contract/lines.ts'
import type { Call } from '#platform/http/api.ts'
import { noPictures } from '#platform/pictures/pictures.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { viewReads } from '#projections/app.ts'
import { wired } from '#projections/feed/read-room.ts'
import { roomTable } from '#projections/feed/rooms.ts'
import { within } from '#projections/reading/lists.ts'
import { wantedKinds } from '#projections/reading/reader-settings.ts'
import { FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import { openTourCity, type TourCity } from './city.ts'
import { type TourPerson, VIEWERS } from './people.ts'
import { scenes, tellBefore, timeOf } from './script.ts'

/** Reads of the screens besides their rooms. */
const READS: Record<TourRole, readonly [EndpointName, object][]> = {
  resident: [],
  // One read for each number of free trucks, and one for each zone's alternatives.
  dispatcher: [...[2, 3].map((trucks) => ({ trucks })), ...FIRST_ZONE_NAMES.map((zone) => ({ zone }))].map((asked) => [
    'recommendation',
    asked,
  ]),
  recycler: [],
}

/**
 * Records the tour.
 * `set` sets the clock.
 */
export async function recordTape(folder: string, set: (time: Date) => void): Promise<Tape> {
  set(timeOf('09:00', '2026-02-20'))
  const city = await openTourCity(folder, () => new Date())
  try {
    await tellBefore(city, set)
    return await recordDay(city, set)
  } finally {
    await city.close()
  }
}

async function recordDay(city: TourCity, set: (time: Date) => void): Promise<Tape> {
  const tape: Tape = { scenes: [], moments: [], screens: {} as Tape['screens'] }
  const recorders = TOUR_ROLES.map((role) => recorderOf(city, VIEWERS[role]))
  for (const [scene, { beats, ...told }] of scenes.entries()) {
    tape.scenes.push(told)
    for (const { at, ms, happens } of beats) {
      set(timeOf(at))
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

function recorderOf(city: TourCity, person: TourPerson) {
  const { role } = person
  const seen = new Map<RoomName, Map<string, string>>()
  const changes: TapedChange[][] = []
  const answers = new Map<string, TapedScreens['answers'][string]>()
  const { userId: id, name, email, zone, facility } = person
  const user = { id, name, email, role, zone, facility, createdAt: timeOf('09:00', '2026-02-20').toISOString() }

  async function readRooms(snapshot: Snapshot): Promise<TapedChange[]> {
    const found: TapedChange[] = []
    for (const room of roomsOf(role)) {
      const rows = await readRoom(city, room, person, snapshot)
      const change = changeOf(room, seen.get(room), rows)
      seen.set(room, textsOf(rows))
      if (change) found.push(change)
    }
    return found
  }

  async function ask(endpoint: EndpointName, query: object, snapshot: Snapshot): Promise<void> {
    const name = tapedName(lines[endpoint].path, { ...query })
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
  (Object.keys(rooms) as RoomName[]).filter((room) => (rooms[room].roles as readonly string[]).includes(role))

/** Reads the rows that joining the room returns. */
async function readRoom({ kernel }: TourCity, name: RoomName, person: TourPerson, { rows, now }: Snapshot) {
  const { scope, lists, view } = roomTable[name]
  const own = scope({ ...person, sessionId: 'tour' })
  const all = await Promise.all(
    lists(now, own, await wantedKinds(rows, person)).map((list) => rows.find(view, within(own, list))),
  )
  return (await wired(name, all.flat(), kernel.sealer)) as { id: string }[]
}

const textsOf = (rows: readonly { id: string }[]) => new Map(rows.map((row) => [row.id, JSON.stringify(row)]))

/** Returns undefined without changes; an empty room is recorded once. */
function changeOf(
  room: RoomName,
  before: ReadonlyMap<string, string> | undefined,
  rows: readonly { id: string }[],
): TapedChange | undefined {
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
  const reads = viewReads({ sealer: kernel.sealer, pictures: noPictures })
  const call = { principal: person, query: { ...Page.parse({}), ...query }, params: {} } as unknown as Call<never>
  const answer = await (reads[endpoint] as (call: object, snapshot: Snapshot) => Promise<object>)(call, snapshot)
  if (isRejection(answer)) throw new Error(`The tour may not ask for ${endpoint}: ${answer.message}`)
  return answer
}
