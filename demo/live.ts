/** The demo's city goes on living: simulated residents report, trucks go round, while 'Simulated activity' is switched on. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { ReportFor } from '#command-api/reports/routes.ts'
import { readConfiguration } from '#command-api/rows/configuration.ts'
import { loadAccountState } from '#command-api/streams/load-account.ts'
import type { Happening } from '#contract/city/happening.ts'
import { isRejection, reject } from '#contract/door/problems.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Zone } from '#rules/city.ts'
import { createCity } from '#simulator/city.ts'
import { DAY_MS, dayOf } from '#simulator/rhythm.ts'
import { type Act, createCityCommands } from './city-commands.ts'
import { residentId } from './city-rounds.ts'
import { readPresent } from './present.ts'
import { ACTOR } from './under-way.ts'

/** So many times as fast as in life: a day is an hour, with a report a minute or two apart. */
export const PACE = 24
const LOOK_MS = 500
/** What is this late was slept through: the city goes on from now. */
const LATE_MS = 60_000
/** How often it looks at what people did: at each so manieth look. */
const LOOKS_AT_BOARD = 6
/** What only time makes so, such as a truck that nobody is to be expected for any more, it looks for this often. */
const LOOK_AROUND_MS = 60_000
/** After a series of refusals it rests at most so long. */
const LONGEST_REST_MS = 60_000
/** Half past five: most residents look at their bins from six. */
const MORNING_MS = 5.5 * 3_600_000

/** Waits so many milliseconds of the kernel's clock, or until the signal. */
export type Sleep = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>

export interface LiveCity {
  /** Commands so far, how many of them were refused, and how often the city began from how things stood. */
  readonly counts: { done: number; refused: number; begun: number }
  stop(): Promise<void>
}

/**
 * Begins from the present whenever it is switched on and whenever people change what it goes by, and stops at once when it is
 * switched off. It acts for the residents of the simulated city only; what people have in hand is left to them. Whatever they
 * did, it takes the city as it is: a refusal only makes it look again, after a rest that grows to a minute at most.
 */
export function startLiveCity(kernel: Kernel, reportFor: ReportFor, pace = PACE, sleep: Sleep = pause): LiveCity {
  const { clock, log, store } = kernel
  const stopping = new AbortController()
  const { signal } = stopping
  const counts = { done: 0, refused: 0, begun: 0 }
  /** Refusals since something was last done as planned. */
  let inSeries = 0
  /** Zones whose collection could not be scheduled, and until when (ms) that is not tried again: trucks are only sent there. */
  const unplannable = new Map<Zone, number>()
  const cityTime = cityClock(clock(), pace)

  const isOn = async () =>
    !signal.aborted && (await readConfiguration(await kernel.rows.standing('configuration'))).simulatedActivity
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  /** Whether its time came while the city was on and nobody changed anything, and not long ago. */
  async function comes({ at }: Happening, hasChanged: () => Promise<boolean>): Promise<boolean> {
    for (let looks = 0; await isOn(); looks++) {
      if (looks % LOOKS_AT_BOARD === 0 && (await hasChanged())) return false
      const left = at.getTime() - clock().getTime()
      if (left <= 0) return left > -LATE_MS
      await rest(Math.min(left, LOOK_MS))
    }
    return false
  }

  async function live(): Promise<void> {
    const now = clock()
    for (const [zone, until] of unplannable) if (until < now.getTime()) unplannable.delete(zone)
    const head = await store.head()
    const { plan, present, rounds, isOutdated } = await readPresent(kernel, pace, new Set(unplannable.keys()))
    const hasChanged = whenLogMoves(kernel, head, isOutdated)
    counts.begun++
    const acts = { ...createCityCommands({ livesOn: true, rounds }), ReportBinFull: reportWith(reportFor) }
    for (const happening of createCity(plan).live(now, { ...present, pace, cityTime: cityTime(now) })) {
      if (!(await comes(happening, hasChanged))) return
      if (happening.type === 'SignUp') continue
      const actor = 'resident' in happening ? residentId(happening.resident) : ACTOR
      const act = acts[happening.type] as Act<Happening['type']>
      // Each beginning has commands of its own: the city may come to the same again, and it is not the same then.
      const envelope = {
        commandId: `live/${now.toISOString()}/${happening.id}`,
        fingerprint: 'live',
        actor,
        simulated: true as const,
      }
      const done = await act(kernel, happening as never, envelope)
      counts[isRejection(done) ? 'refused' : 'done']++
      if (isRejection(done)) {
        if (inSeries === 0) log.info({ type: happening.type, why: done.message }, 'the simulated city was refused')
        if (happening.type === 'ScheduleCollection') unplannable.set(happening.body.zone, now.getTime() + DAY_MS / pace)
        // What did not happen changes all that was to follow: the city begins again from how things stand.
        await restOut()
        return
      }
      if (happening.type === 'ReportBinFull') present.open.add(happening.resident.id)
      else inSeries = 0
      if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) present.open.delete(id)
    }
  }

  const restOut = () => rest(Math.min(LOOK_MS * 2 ** Math.min(inSeries++, 10), LONGEST_REST_MS))

  const running = (async () => {
    while (!signal.aborted) {
      try {
        if (await isOn()) await live()
      } catch (error) {
        if (inSeries === 0) log.warn({ err: error }, 'the simulated city was interrupted; it goes on from the present')
        await restOut()
      }
      await rest(LOOK_MS)
    }
  })()

  return {
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Asks only where the log has moved since it last did, or a minute has passed. */
function whenLogMoves({ store, clock }: Kernel, from: Position, ask: () => Promise<boolean>): () => Promise<boolean> {
  let [head, asked] = [from, clock().getTime()]
  return async () => {
    const now = await store.head()
    const looksAround = clock().getTime() - asked >= LOOK_AROUND_MS
    if (now === head && !looksAround) return false
    head = now
    asked = clock().getTime()
    return ask()
  }
}

/** The city's own time at a real one. It begins in the morning, when there is something to see, and is never set back. */
function cityClock(start: Date, pace: number): (now: Date) => Date {
  const morning = dayOf(start.getTime()) * DAY_MS + MORNING_MS
  return (now) => new Date(morning + (now.getTime() - start.getTime()) * pace)
}

/** Through the residents' own door, unless they were deleted. */
const reportWith =
  (reportFor: ReportFor): Act<'ReportBinFull'> =>
  async ({ store }, { resident: { id, zone, name }, body }, envelope) => {
    const userId = residentId({ id })
    const { status } = await loadAccountState(store, userId)
    if (status !== 'active') return reject('not-found', 'This resident is not there any more.')
    const reported = await reportFor({ userId, zone, name }, body.description, envelope)
    return isRejection(reported) ? reported : []
  }
