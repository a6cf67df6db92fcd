/** A process of its own in which a simulated city calls the API at a steady pace: its residents report, its dispatcher works. */
import { randomUUID } from 'node:crypto'
import type { Happening } from '#contract/city/happening.ts'
import { createCity } from '#simulator/city.ts'
import type { CityPlan } from '#simulator/city-plan.ts'
import { type Answer, type Call, call } from '../calls.ts'
import type { Sent } from './commands.ts'

/** What the parent asks for; the answer is `Sent`, of the reports alone, with every refusal. */
export interface LiveCity {
  url: string
  plan: CityPlan
  /** Each resident's token by the resident's id. */
  residents: Record<string, string>
  dispatcher: string
  commands: number
  perSecond: number
}

interface Answered {
  report?: { id: string }
  schedules?: { id: string; vehicle: { id: string } }[]
}

const now = () => performance.timeOrigin + performance.now()

/** The call by which somebody does this at the door; undefined for a truck whose schedule was refused. */
function callOf(happening: Happening, { residents, dispatcher: token }: LiveCity, scheduleOf: Map<string, string>) {
  switch (happening.type) {
    case 'ReportBinFull':
      return post('/auth/report-bin-full', happening.body, residents[happening.resident.id] ?? '')
    case 'ScheduleCollection':
      return post('/auth/dispatch/schedule', happening.body, token)
    case 'StartCollection': {
      const id = scheduleOf.get(happening.vehicleId)
      return id
        ? { ...post(`/auth/schedules/${id}/status`, happening.body, token), method: 'PATCH' as const }
        : undefined
    }
    case 'MarkAllCollected':
      return { ...post('/auth/reports/mark-all-collected', happening.body, token), method: 'PATCH' as const }
    case 'UpdateComposition':
      return post(`/auth/waste-sites/${happening.siteId}/composition`, happening.body, token)
    case 'Refuel':
      return post('/fuel/vehicles/refuel', happening.body, token)
    case 'LogTrip':
      return post('/fuel/logs', { ...happening.body, ...untilNow() }, token)
    case 'SignUp':
      return undefined
  }
}

/** The city's hours pass here in moments: a trip that takes one would not have begun yet. */
function untilNow() {
  const at = new Date().toISOString()
  return { trip_start: at, trip_end: at }
}

const post = (path: string, body: object, token: string): Call => ({ method: 'POST', path, body, token })

async function live(asked: LiveCity): Promise<Sent> {
  const sent: Sent = { commands: [], refused: 0, seconds: 0 }
  const scheduleOf = new Map<string, string>()
  /** The dispatcher does one thing after the other. */
  let desk: Promise<unknown> = Promise.resolve()

  async function send(happening: Happening): Promise<void> {
    const wanted = callOf(happening, asked, scheduleOf)
    if (!wanted) return
    const sentAt = now()
    const { status, body }: Answer<Answered> = await call<Answered>(asked.url, { ...wanted, key: randomUUID() })
    for (const { id, vehicle } of body.schedules ?? []) scheduleOf.set(vehicle.id, id)
    if (status >= 300) sent.refused++
    else if (body.report) sent.commands.push({ reportId: body.report.id, sentAt, tookMs: now() - sentAt })
  }

  const began = performance.now()
  const under: Promise<unknown>[] = []
  for (const happening of createCity(asked.plan).live(new Date())) {
    if (under.length === asked.commands) break
    const wait = began + (under.length * 1000) / asked.perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    if (happening.type === 'ReportBinFull') under.push(send(happening))
    else {
      desk = desk.then(() => send(happening))
      under.push(desk)
    }
  }
  await Promise.all(under)
  return { ...sent, seconds: (performance.now() - began) / 1000 }
}

process.on('message', async (asked: LiveCity) => process.send?.(await live(asked)))
process.once('disconnect', () => process.exit(0))
