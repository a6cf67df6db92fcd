/** The demo's city goes on living: simulated residents report, trucks go round, while 'Simulated activity' is switched on. */
import { setTimeout as pause } from 'node:timers/promises'
import { loadAccountState } from '#command-api/accounts/load.ts'
import { type Act, createCityCommands, residentId } from '#command-api/city-commands.ts'
import { readConfiguration } from '#command-api/configured.ts'
import { isRejection } from '#command-api/kernel/decider.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { ReportFor } from '#command-api/reports/routes.ts'
import type { Happening } from '#contract/happening.ts'
import { reject } from '#contract/problems.ts'
import { createCity } from '#simulator/city.ts'
import { readPresent } from './present.ts'

/** So many times as fast as in life: a day is an hour, with a report a minute or two apart. */
export const PACE = 24
const LOOK_MS = 500
/** What is this late was slept through: the city goes on from now. */
const LATE_MS = 60_000
/** Nobody has this account: what trucks and recyclers do in a city that lives by itself is nobody's doing. */
const ACTOR = 'simulation'

export interface LiveCity {
  /** Commands so far, and how many of them were refused. */
  readonly counts: { done: number; refused: number }
  stop(): Promise<void>
}

/**
 * Begins from the present whenever it is switched on, and stops at once when it is switched off. It acts for the residents of
 * the simulated city only; what is refused, because people were quicker, is left alone.
 */
export function startLiveCity(kernel: Kernel, reportFor: ReportFor, pace = PACE): LiveCity {
  const { log } = kernel
  const stopping = new AbortController()
  const { signal } = stopping
  const counts = { done: 0, refused: 0 }

  const isOn = async () => !signal.aborted && (await readConfiguration(kernel.reads)).simulatedActivity
  const rest = (ms: number) => pause(ms, undefined, { signal }).catch(() => {})

  /** Whether its time came while the city was on, and not long ago. */
  async function comes({ at }: Happening): Promise<boolean> {
    while (await isOn()) {
      const left = at.getTime() - Date.now()
      if (left <= 0) return left > -LATE_MS
      await rest(Math.min(left, LOOK_MS))
    }
    return false
  }

  async function live(): Promise<void> {
    const { plan, open } = await readPresent(kernel)
    const acts = { ...createCityCommands(), ReportBinFull: reportWith(reportFor) }
    for (const one of createCity(plan).live(new Date(), { pace, open })) {
      if (!(await comes(one))) return
      if (one.type === 'SignUp') continue
      const actor = 'resident' in one ? residentId(one.resident) : ACTOR
      const act = acts[one.type] as Act<Happening['type']>
      const done = await act(kernel, one as never, { commandId: `live/${one.id}`, fingerprint: 'live', actor })
      counts[isRejection(done) ? 'refused' : 'done']++
      if (!isRejection(done)) continue
      log.debug({ type: one.type, why: done.message }, 'the simulated city was refused')
      // A truck that did not go changes all that was to follow: the city begins again from how things stand.
      if (one.type !== 'ReportBinFull') return
    }
  }

  const running = (async () => {
    while (!signal.aborted) {
      try {
        if (await isOn()) await live()
      } catch (error) {
        log.warn({ err: error }, 'the simulated city was interrupted; it goes on from the present')
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
