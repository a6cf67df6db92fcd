/** Polls rooms over HTTP while the socket is down. */

import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { comparePositions } from '#contract/feed/protocol.ts'
import { type RoomName, rooms } from '#contract/feed/rooms.ts'
import { type EndpointName, routes } from '#contract/routes.ts'
import type { Role } from '#domain/city.ts'
import { api, invalidResponseText } from '#web/lib/api/api.ts'
import { requestOf } from '#web/lib/api/request.ts'
import type { Store } from '#web/lib/api/store.ts'
import type { Row } from './room.ts'

interface RoomSnapshot {
  rows: Row[]
  /** Log position of the rows, from the header `X-Position`. */
  position: string
}

type Fallback = (typeof rooms)[RoomName]['fallback'][number]

/** Sends a GET request to an endpoint with its path fields. `time` is the moment of a replay. */
export type FeedFetcher = <N extends Fallback>(
  name: N,
  named: Record<string, string>,
) => Promise<{ body: AnswerOf<N>; position: string; time?: string | null }>

/** The user on whose behalf rooms are read. */
export interface PollingUser {
  id: string
  role: Role
}

const notifications = (answer: AnswerOf<'notifications'>): Row[] => answer.notifications

/** Extracts the rows from the response of each endpoint. */
const rowsIn: { [N in Fallback]: (answer: AnswerOf<N>) => Row[] } = {
  activeReports: ({ reports }) => reports,
  userReports: ({ reports }) => reports,
  openZones: ({ zones }) => zones,
  notifications,
  dispatcherNotifications: notifications,
  archivedNotifications: notifications,
  recyclerNotifications: notifications,
  schedules: ({ schedules }) => schedules,
  driverSheet: ({ stops }) => stops,
  vehicles: ({ vehicles }) => vehicles,
  sites: ({ sites }) => sites,
  deliveries: ({ deliveries }) => deliveries,
  analyses: ({ analyses }) => analyses,
  forecastState: ({ forecasts }) => forecasts,
  configuration: ({ config }) => [{ id: 'configuration', ...config }],
}

async function fetchFrom<N extends Fallback>(name: N, get: FeedFetcher, { id }: PollingUser): Promise<RoomSnapshot> {
  const { body, position } = await get(name, routes[name].path.includes('/:id') ? { id } : {})
  return { rows: rowsOf(name, body), position }
}

function rowsOf<N extends Fallback>(name: N, body: AnswerOf<N>): Row[] {
  const rows: unknown = typeof body === 'object' && body !== null ? rowsIn[name](body) : undefined
  if (!Array.isArray(rows)) throw new Error(invalidResponseText())
  return rows
}

/** Returns whether the role may call the endpoint. */
const admits = (name: Fallback, role: Role) => {
  const roles: 'any' | readonly Role[] = routes[name].roles
  return roles === 'any' || roles.includes(role)
}

/**
 * Fetches a snapshot of a room; null for a room without an endpoint.
 * Merges the responses of several endpoints, the newest last.
 */
export async function fetchRoom(room: RoomName, get: FeedFetcher, reader: PollingUser): Promise<RoomSnapshot | null> {
  const names = rooms[room].fallback.filter((name) => admits(name, reader.role))
  const answers = await Promise.all(names.map((name) => fetchFrom(name, get, reader)))
  const [oldest, ...newer] = answers.sort((a, b) => comparePositions(a.position, b.position))
  if (!oldest) return null
  return { rows: [oldest, ...newer].flatMap(({ rows }) => rows), position: oldest.position }
}

const { endpoints } = api.injectEndpoints({
  endpoints: (build) => ({
    fetchForFeed: build.query<
      { body: unknown; position: string; time: string | null },
      { name: EndpointName; named: Record<string, string> }
    >({
      query: ({ name, named }) => requestOf(name, named),
      keepUnusedDataFor: 0,
      transformResponse(body, meta) {
        const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
        const position = headers?.get('X-Position')
        if (!position) throw new Error(invalidResponseText())
        return { body, position, time: headers?.get('X-Moment') ?? null }
      },
    }),
  }),
})

/** Returns a function that sends a GET request with the store's session. The function rejects with a Failure. */
export function feedFetcherOf(store: Store): FeedFetcher {
  return async (name, named) => {
    const call = store.dispatch(
      endpoints.fetchForFeed.initiate({ name, named }, { forceRefetch: true, subscribe: false }),
    )
    const { body, ...read } = await call.unwrap()
    return { body: body as never, ...read }
  }
}
