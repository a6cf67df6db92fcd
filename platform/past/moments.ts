/** When the events of the log happened: from a time to a position and back, and how many happened in a time. */
import type { DatabaseSync } from 'node:sqlite'
import type { LoggedEvent, Position } from '../event-store/event-store.ts'
import { isSimulated } from '../event-store/simulated.ts'

/** An event's place in time; `n` counts the events of the log from 1. */
export interface Moment {
  n: number
  position: Position
  /** Epoch ms. */
  at: number
}

/** The latest time of which the data of a simulated event tells that something happened at it, and not in its future. */
function simulatedTime({ data, at }: LoggedEvent): number {
  const told = Object.entries(data).flatMap(([field, value]) => (field.endsWith('At') ? Date.parse(value) : []))
  return Math.max(...told.filter((time) => time <= at), Number.NEGATIVE_INFINITY)
}

/**
 * When it happened: when it was recorded. A past that was simulated is recorded within minutes; its events happened when they
 * say so.
 */
export function timeOf(event: LoggedEvent): number {
  if (!isSimulated(event)) return event.at
  const time = simulatedTime(event)
  return Number.isFinite(time) ? time : event.at
}

export interface Moments {
  /** Adds an event that follows the last one. */
  take(event: LoggedEvent): void
  last(): Moment | undefined
  first(): Moment | undefined
  /** The last event at or before a position, or of a time. */
  atPosition(position: Position): Moment | undefined
  atTime(time: number): Moment | undefined
  /** How many events happened from each of these times (ascending) to before the next. */
  counts(times: readonly number[]): number[]
}

/**
 * Time does not go back: what was recorded by a clock that was behind happened at the time of what stands before it. Only
 * what was set up before a simulated past begins happened before that past.
 */
export function openMoments(database: DatabaseSync): Moments {
  database.exec(`
    CREATE TABLE IF NOT EXISTS moments (position INTEGER PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS "moments by time" ON moments (at, n);
    CREATE TABLE IF NOT EXISTS simulated (began INTEGER NOT NULL)`)
  const prepare = (rest: string) => database.prepare(`SELECT n, position, at FROM moments ${rest}`)
  const last = prepare('ORDER BY position DESC LIMIT 1')
  const first = prepare('ORDER BY position LIMIT 1')
  const atPosition = prepare('WHERE position <= ? ORDER BY position DESC LIMIT 1')
  const atTime = prepare('WHERE at <= ? ORDER BY at DESC, n DESC LIMIT 1')
  const before = prepare('WHERE at < ? ORDER BY at DESC, n DESC LIMIT 1')
  const add = database.prepare('INSERT INTO moments (position, n, at) VALUES (?, ?, ?)')
  const lower = database.prepare('UPDATE moments SET at = @at WHERE at > @at')
  const moment = (found: unknown) => found as Moment | undefined
  const begin = database.prepare('INSERT INTO simulated (began) VALUES (?)')
  const begun = database.prepare('SELECT began FROM simulated')

  /** What stands before the first simulated event happened before it. */
  function beginSimulated(time: number): void {
    if (begun.get()) return
    begin.run(time)
    lower.run({ at: time })
  }

  return {
    take(event) {
      const time = timeOf(event)
      if (isSimulated(event)) beginSimulated(time)
      const { n, at: latest } = moment(last.get()) ?? { n: 0, at: time }
      add.run(event.position, n + 1, Math.max(time, latest))
    },
    last: () => moment(last.get()),
    first: () => moment(first.get()),
    atPosition: (position) => moment(atPosition.get(position)),
    atTime: (time) => moment(atTime.get(time)),
    counts(times) {
      const reached = times.map((time) => moment(before.get(time))?.n ?? 0)
      return reached.slice(1).map((n, index) => n - (reached[index] ?? 0))
    },
  }
}
