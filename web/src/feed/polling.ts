/** What each room's rows are fetched from while the socket is down. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { comparePositions } from '#contract/feed/positions.ts'
import { type RoomName, rooms } from '#contract/feed/rooms.ts'
import { lines } from '#contract/lines.ts'
import type { Role } from '#rules/city.ts'
import { INVALID_DATA } from '#web/calls/api.ts'
import type { Row } from './room.ts'

export interface Fetched {
  rows: Row[]
  /** What the rows are true at: the `X-Position` of the answer. */
  position: string
}

type Fallback = (typeof rooms)[RoomName]['fallback'][number]

/** GETs what an endpoint answers, with what its path names. `time`: of a moment of the past, which was asked for. */
export type Get = <N extends Fallback>(
  name: N,
  named: Record<string, string>,
) => Promise<{ body: AnswerOf<N>; position: string; time?: string | null }>

/** Who reads. */
export interface Reader {
  id: string
  role: Role
}

const notifications = (answer: AnswerOf<'notifications'>): Row[] => answer.notifications

/** The rows in what each endpoint answers. */
const rowsIn: { [N in Fallback]: (answer: AnswerOf<N>) => Row[] } = {
  activeReports: ({ reports }) => reports,
  userReports: ({ reports }) => reports,
  openZones: ({ zones }) => zones,
  notifications,
  dispatcherNotifications: notifications,
  archivedNotifications: notifications,
  recyclerNotifications: notifications,
  schedules: ({ schedules }) => schedules,
  vehicles: ({ vehicles }) => vehicles,
  sites: ({ sites }) => sites,
  deliveries: ({ deliveries }) => deliveries,
  analyses: ({ analyses }) => analyses,
  forecastState: ({ forecasts }) => forecasts,
  configuration: ({ config }) => [{ id: 'configuration', ...config }],
}

async function fetchFrom<N extends Fallback>(name: N, get: Get, { id }: Reader): Promise<Fetched> {
  const { body, position } = await get(name, lines[name].path.includes('/:id') ? { id } : {})
  return { rows: rowsOf(name, body), position }
}

function rowsOf<N extends Fallback>(name: N, body: AnswerOf<N>): Row[] {
  const rows: unknown = typeof body === 'object' && body !== null ? rowsIn[name](body) : undefined
  if (!Array.isArray(rows)) throw new Error(INVALID_DATA)
  return rows
}

/** Whether the reader's role may call it. */
const admits = (name: Fallback, role: Role) => {
  const roles: 'any' | readonly Role[] = lines[name].roles
  return roles === 'any' || roles.includes(role)
}

/** Fetches a room whole; null for a room that no endpoint answers. Of several answers the newest has the last word. */
export async function fetchRoom(room: RoomName, get: Get, reader: Reader): Promise<Fetched | null> {
  const names = rooms[room].fallback.filter((name) => admits(name, reader.role))
  const answers = await Promise.all(names.map((name) => fetchFrom(name, get, reader)))
  const [oldest, ...newer] = answers.sort((a, b) => comparePositions(a.position, b.position))
  if (!oldest) return null
  return { rows: [oldest, ...newer].flatMap(({ rows }) => rows), position: oldest.position }
}
