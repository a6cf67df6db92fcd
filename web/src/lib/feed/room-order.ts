/** Sort order of each room: its order field, then the id. */

import type { RoomRows } from '#contract/feed/feed.ts'
import { type RoomName, rooms } from '#contract/feed/rooms.ts'
import { lookUp } from '#domain/dictionary.ts'

type Order<R> = (a: R, b: R) => number
type Fields = Record<string, string>

const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function orderOf(by: Readonly<Record<string, 1 | -1>>): Order<Fields> {
  const [[field, direction] = ['id', 1]] = Object.entries(by)
  return (a, b) =>
    ascending(lookUp(a, field) as string, lookUp(b, field) as string) * direction ||
    ascending(a.id as string, b.id as string)
}

export const roomOrder = Object.fromEntries(
  Object.entries(rooms).map(([name, room]) => [name, orderOf(room.order)]),
) as unknown as { [N in RoomName]: Order<RoomRows[N]> }
