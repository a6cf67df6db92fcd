/** Kills, hangs and starves each program of a distributed installation in turn, under concurrent writes, and holds it to what it acknowledged. */
import { setTimeout as pause } from 'node:timers/promises'
import { isKnown, type LoggedEvent, START } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { findProgram } from '#platform/testing/programs.ts'
import { createPolicies } from '#workers/app.ts'
import { type City, startCity } from '../../e2e/split-processes-city.ts'
import { PASSWORD } from '../../e2e/split-processes-programs.ts'
import { checkActive, checkLog, checkRows, type Verdict } from './check.ts'
import { enter } from './enter.ts'

export interface Split {
  kills: number
  acked: number
  lost: number
  doubled: number
}

interface Options {
  kills: number
  /** How many people write at a time. */
  residents?: number
  /** The programs that are struck; all where it is not given. */
  strikes?(name: string): boolean
  /** Before each sending while a program is away, in ms. Writers take most of the processor otherwise. */
  awayPauseMs?: number
  /** Between two strikes at least one command is acknowledged, and at most so many more. */
  quietAcked?: number
  /** Hears of the progress. */
  say?: (line: string) => void
}

const QUIET_ACKED = 100
/** Ends a hang. */
const QUIET_MS = 240_000
/** So long something may be away, in ms; one time in {@link LONG_IN} so long that those who ask it give up. */
const AWAY_MS = 1_200
const LONG_AWAY_MS = 14_000
const LONG_IN = 10
/** So long rows and jobs may take at the end to tell what the log tells. */
const SETTLED_MS = 240_000

/** Runs so many kills on two of each process; needs redis-server and caddy on the path. */
export async function tortureSplit(options: Options): Promise<Split> {
  const {
    kills,
    residents: count,
    strikes = () => true,
    awayPauseMs = 0,
    quietAcked = QUIET_ACKED,
    say = () => {},
  } = options
  const city = await startCity({ redis: program('redis-server'), caddy: program('caddy') })
  try {
    const { residents, tokens, dispatcher } = await enter(city.origin, PASSWORD, count)
    let goesOn = true
    let isAway = false
    const url = async () => {
      if (isAway) await pause(awayPauseMs)
      return city.origin
    }
    const gate = { url, open: () => true }
    const acting = Promise.all(residents.map((resident) => resident.act(gate, () => goesOn)))
    const sum = (of: (resident: (typeof residents)[number]) => number) =>
      residents.reduce((total, resident) => total + of(resident), 0)
    const acknowledged = () => sum((resident) => resident.acknowledged.length)

    const progress = async () => {
      const until = performance.now() + QUIET_MS
      const enough = acknowledged() + 1 + Math.random() * quietAcked
      while (goesOn && acknowledged() < enough && performance.now() < until) await pause(5)
    }

    const striking = (async () => {
      for (let strike = 0; strike < kills && goesOn; strike++) {
        await progress()
        isAway = true
        const [how, struck] = await strikeAt(city, city.names.filter(strikes), strike)
        isAway = false
        say(`${strike + 1}: ${how} ${struck}, ${acknowledged()} acknowledged`)
      }
    })()
    try {
      await Promise.race([striking, acting])
    } finally {
      goesOn = false
      await Promise.allSettled([striking])
    }
    await acting

    const readers = city.names.filter((name) => name.startsWith('projections')).map(city.address)
    const found: Verdict = { lost: [], doubled: [] }
    const log = await eventsOf(city)
    const checks = [
      async () => checkLog(log, residents),
      ...readers.flatMap((url) => [
        () => checkActive(url, dispatcher, residents),
        () => checkRows(url, tokens, residents),
      ]),
      async () => checkJobs(await eventsOf(city)),
    ]
    for (const check of checks) {
      const { lost, doubled } = await settled(check)
      found.lost.push(...lost)
      found.doubled.push(...doubled)
    }
    for (const report of found.lost) say(`lost: ${report}`)
    for (const report of found.doubled) say(`doubled: ${report}`)
    say(
      `${sum((resident) => resident.repeated)} sendings repeated, ${sum((resident) => resident.givenUp)} commands given up as not saved`,
    )
    return { kills, acked: acknowledged(), lost: found.lost.length, doubled: found.doubled.length }
  } finally {
    await city.clear()
  }
}

/** Every program in turn is killed, then hung, and now and then all projections are away for a while. */
async function strikeAt(city: City, names: readonly string[], strike: number): Promise<[how: string, struck: string]> {
  const round = Math.floor(strike / names.length)
  const name = names[strike % names.length] ?? ''
  const awayMs = Math.random() * (Math.random() * LONG_IN < 1 ? LONG_AWAY_MS : AWAY_MS)
  if (name.startsWith('projections-1')) {
    const both = city.names.filter((name) => name.startsWith('projections'))
    await Promise.all(both.map(city.kill))
    await pause(awayMs)
    await Promise.all(both.map(city.start))
    return ['killed', both.join(' and ')]
  }
  if (round % 2 === 1) {
    city.hang(name)
    await pause(awayMs)
    city.wake(name)
    return [`hung for ${Math.round(awayMs)} ms`, name]
  }
  await city.kill(name)
  await pause(awayMs / 2)
  await city.start(name)
  return ['killed', name]
}

async function eventsOf(city: City): Promise<LoggedEvent[]> {
  const store = await openEventStoreDb(city.address('event-store/double'))
  try {
    return await store.readAll(START, Number.MAX_SAFE_INTEGER)
  } finally {
    await store.close()
  }
}

/** What the policies asked for has happened, each once. */
function checkJobs(events: readonly LoggedEvent[]): Verdict {
  const policies = Object.values(createPolicies(() => new Date()))
  const sent = new Set<string>()
  const verdict: Verdict = { lost: [], doubled: [] }
  for (const event of events.filter(isKnown)) {
    for (const policy of policies) policy.evolve(event, event.at)
    if (event.type !== 'NotificationSent') continue
    const { notificationId } = event.data
    if (sent.has(notificationId)) verdict.doubled.push(`the notification ${notificationId}`)
    sent.add(notificationId)
  }
  const due = policies.flatMap((policy) => policy.outstanding()).filter(({ notBefore }) => notBefore === undefined)
  verdict.lost.push(...due.map(({ id }) => `the job ${id} was never done`))
  if (sent.size === 0) verdict.lost.push('every notification')
  return verdict
}

/** What a check finds once it finds nothing, or when time is over. */
async function settled(check: () => Promise<Verdict>): Promise<Verdict> {
  const end = performance.now() + SETTLED_MS
  for (;;) {
    const verdict = await check()
    if (verdict.lost.length + verdict.doubled.length === 0 || performance.now() > end) return verdict
    await pause(250)
  }
}

function program(name: string): string {
  const found = findProgram(name)
  if (!found) throw new Error(`${name} is not on this machine`)
  return found
}
