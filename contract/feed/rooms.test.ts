/**
 * Tests that every role of a feed room may also call the endpoints with the room's data.
 * Clients call these endpoints while the feed is unavailable.
 */
import { expect, it } from 'vitest'
import { ROLES } from '#domain/city.ts'
import type { EndpointRoute } from '../http/route.ts'
import { endpointRoutes } from '../routes.ts'
import { VIEW_VERSIONS } from '../tables.ts'
import { feedRooms, type RoomDefinition, type RoomName } from './rooms.ts'

const all = Object.entries(feedRooms) as [RoomName, RoomDefinition][]
/**
 * Feed rooms whose rows no endpoint returns.
 * Their rows change only while the feed is available.
 */
const LIVE_ONLY: RoomName[] = ['my-zone', 'my-rounds']

it.each(all)('%s is answered to every role that may join it', (name, { roles, fallback }) => {
  const admits = ({ roles: admitted }: EndpointRoute, role: (typeof ROLES)[number]) =>
    typeof admitted === 'string' || admitted.includes(role)
  const fetched = ROLES.filter((role) => fallback.some((endpoint) => admits(endpointRoutes[endpoint], role)))
  if (LIVE_ONLY.includes(name)) expect(fallback).toEqual([])
  else expect(fetched).toEqual(expect.arrayContaining([...roles]))
})

it.each(all)('%s falls back to reads of JSON, and has an order and a view', (_, { fallback, order, view }) => {
  for (const endpoint of fallback) expect(endpointRoutes[endpoint]).toMatchObject({ method: 'get', kind: 'json' })
  expect(Object.keys(order)).toHaveLength(1)
  expect(Object.keys(VIEW_VERSIONS)).toContain(view)
})
