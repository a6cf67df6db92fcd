/** When the events of the log happened: from a time to a position and back, and how many happened in a time. */
import type { DatabaseSync } from 'node:sqlite'
import type { LoggedEvent, Position } from '../event-store/event-store.ts'
import { isSimulated } from '../event-store/simulated.ts'
import { toldTime } from '../event-store/told-time.ts'

/** An event's place in time; `n` counts the events of the log from 1. */
export interface Moment {
  n: number
  position: Position
  /** Epoch ms. */
  at: number
}

const HOUR_MS = 60 * 60_000

export interface Moments {
  /** Adds an event that follows the last one. `present` (epoch ms): the time by the clock of whoever reads the log. */
  take(event: LoggedEvent, present?: number): void
  last(): Moment | undefined
  first(): Moment | undefined
  /** The last event at or before a position, or of a time. */
  atPosition(position: number): Moment | undefined
  /** The last event before a position. */
  beforePosition(position: number): Moment | undefined
  /** `present` (epoch ms): an event that is dated later than this happened when the last one before it that is not did. */
  atTime(time: number, present?: number): Moment | undefined
  /** How many events happened from each of these times (ascending) to before the next. */
  counts(times: readonly number[]): number[]
}

/**
 * An event happened when it was recorded. Only a past that was simulated, as the demo's year, is recorded within minutes: from
 * its first event on, which tells of a time long before it was recorded, events happened when they say so, until they tell of
 * the present; and what was set up before it was there when it began. Time does not go back: what was recorded by a clock that
 * was behind happened when what stands before it did. Only events of the future were recorded by a clock that was ahead: they
 * happened at the latest when the next event did.
 */
export function openMoments(database: DatabaseSync): Moments {
  database.exec(`
    CREATE TABLE IF NOT EXISTS moments (position INTEGER PRIMARY KEY, n INTEGER NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS "moments by time" ON moments (at, n);
    CREATE TABLE IF NOT EXISTS simulated (began INTEGER NOT NULL, ended INTEGER)`)
  const prepare = (rest: string) => database.prepare(`SELECT n, position, at FROM moments ${rest}`)
  const last = prepare('ORDER BY position DESC LIMIT 1')
  const first = prepare('ORDER BY position LIMIT 1')
  const atPosition = prepare('WHERE position <= ? ORDER BY position DESC LIMIT 1')
  const beforePosition = prepare('WHERE position < ? ORDER BY position DESC LIMIT 1')
  const atTime = prepare('WHERE at <= ? ORDER BY at DESC, n DESC LIMIT 1')
  const before = prepare('WHERE at < ? ORDER BY at DESC, n DESC LIMIT 1')
  const add = database.prepare('INSERT INTO moments (position, n, at) VALUES (?, ?, ?)')
  const lower = database.prepare('UPDATE moments SET at = @at WHERE at > @at')
  const moment = (found: unknown) => found as Moment | undefined
  const simulatedPast = database.prepare('SELECT began, ended FROM simulated')
  const begin = database.prepare('INSERT INTO simulated (began) VALUES (?)')
  const end = database.prepare('UPDATE simulated SET ended = ?')

  /** When an event happened that follows on another, which happened at `latest`. */
  function timeOf(event: LoggedEvent, latest: number | undefined): number {
    const told = toldTime(event)
    const isOld = told !== undefined && told < event.at - HOUR_MS
    const past = simulatedPast.get()
    if (!past && isOld && isSimulated(event)) {
      begin.run(told)
      lower.run({ at: told })
      return told
    }
    if (!past || past.ended !== null) return event.at
    if (told !== undefined && !isOld) end.run(event.at)
    return told ?? latest ?? event.at
  }

  return {
    take(event, present = Date.now()) {
      const before = moment(last.get())
      const time = timeOf(event, before?.at)
      if (before && before.at > present && time <= present) lower.run({ at: time })
      // What is before it may have been lowered.
      add.run(event.position, (before?.n ?? 0) + 1, Math.max(time, moment(last.get())?.at ?? time))
    },
    last: () => moment(last.get()),
    first: () => moment(first.get()),
    atPosition: (position) => moment(atPosition.get(position)),
    beforePosition: (position) => moment(beforePosition.get(position)),
    atTime(time, present = Date.now()) {
      const found = moment(atTime.get(time))
      if (time > present) return found
      const credible = moment(atTime.get(present))
      return found?.n === credible?.n ? moment(last.get()) : found
    },
    counts(times) {
      const reached = times.map((time) => moment(before.get(time))?.n ?? 0)
      return reached.slice(1).map((n, index) => n - (reached[index] ?? 0))
    },
  }
}
