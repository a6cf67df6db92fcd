/**
 * Maps event times to positions and back.
 * Counts events per period.
 */
import type { DatabaseSync } from 'node:sqlite'
import { eventTimeOf, isSimulated } from '../event-store/event-origin.ts'
import type { LoggedEvent, Position } from '../event-store/event-store.ts'

/**
 * Time and position of an event.
 * `n` is its number in the log, from 1.
 */
interface Moment {
  n: number
  position: Position
  /** Time in epoch ms. */
  at: number
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Maximum number of times that a clock jumps further ahead before it is set back. */
const MAX_JUMPS = 3

export interface EventTimes {
  /**
   * Adds the times of the log's next event.
   * `present` is the current time of this process in epoch ms.
   */
  take(event: LoggedEvent, present?: number): void
  last(): Moment | undefined
  first(): Moment | undefined
  /** Returns the last event at or before a position. */
  atPosition(position: number): Moment | undefined
  /** Returns the time of the last event before a position. */
  beforePosition(position: number): Moment | undefined
  /**
   * Returns the last event at or before a time.
   * An event whose time is after `present` (epoch ms) gets the last credible time before it.
   */
  atTime(time: number, present?: number): Moment | undefined
  /** Returns the count of events between each two consecutive times (ascending, end exclusive). */
  counts(times: readonly number[]): number[]
}

/**
 * Determines when events happened, usually the time at which they were recorded.
 * A simulated past, such as the demo's year, is recorded within minutes.
 * It starts at the first simulated event whose data has a much earlier time.
 * Events of the simulated past use the times in their data.
 * Events recorded before it use its start time.
 * It ends at the first event whose data has the present time.
 * Times never decrease: an event dated too early uses the time of the event before it.
 * Events of a clock that was ahead use at most the time of the next event.
 * From the log's second day on, the times alone tell which clock was wrong.
 * A rebuilt file then has the same times.
 */
export function openEventTimes(database: DatabaseSync): EventTimes {
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
  const afterTime = prepare('WHERE at > ? ORDER BY at, n LIMIT 1')
  const add = database.prepare('INSERT INTO moments (position, n, at) VALUES (?, ?, ?)')
  const lower = database.prepare('UPDATE moments SET at = @at WHERE at > @at')
  const moment = (found: unknown) => found as Moment | undefined
  const simulatedPast = database.prepare('SELECT began, ended FROM simulated')
  const begin = database.prepare('INSERT INTO simulated (began) VALUES (?)')
  const end = database.prepare('UPDATE simulated SET ended = ?')

  /**
   * Returns the time at which an event happened, in epoch ms.
   * `latest` is the time of the preceding event.
   */
  function timeOf(event: LoggedEvent, latest: number | undefined): number {
    const told = eventTimeOf(event)
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

  /**
   * Returns whether the events after `time`, up to `latest`, came from a clock ahead.
   * Then they happened since the event before `time`, and the clock jumped to them.
   * Pauses of more than a day between them count as further jumps, up to a few.
   * If they took longer than that, the clock is now behind.
   * A log younger than a day may have begun with a clock ahead.
   */
  function wasClockAhead(time: number, latest: number, present: number): boolean {
    const preceding = moment(atTime.get(time))
    let reached = moment(afterTime.get(time))?.at ?? latest
    if (!preceding) return latest > present && latest - reached < DAY_MS
    let left = time - preceding.at
    let jumps = 1
    while (reached < latest && left >= 0 && jumps <= MAX_JUMPS) {
      const next = moment(atTime.get(reached + DAY_MS))?.at ?? latest
      left -= next - reached
      if (next === reached) jumps++
      reached = next > reached ? next : (moment(afterTime.get(reached))?.at ?? latest)
    }
    return left >= 0 && jumps <= MAX_JUMPS
  }

  return {
    take(event, present = Date.now()) {
      const before = moment(last.get())
      const time = timeOf(event, before?.at)
      const isSetBack = before !== undefined && time === event.at && time < before.at
      if (isSetBack && wasClockAhead(time, before.at, present)) lower.run({ at: time })
      // Reads the newest recorded time again, because the statement `lower` may have reduced it.
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
