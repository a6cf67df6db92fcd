/** Calls the demo's API to create the screenshots' situations. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HistoryEvent } from '#contract/audit/history.ts'
import type { Schedule, Session, ZoneStatus } from '#contract/views.ts'
import { type Call, call } from '../../tests/bench/calls.ts'

const PASSWORD = 'a bin beside the gate'
const FIRST_NAMES = [
  'Efua',
  'Kwaku',
  'Akosua',
  'Yaw',
  'Adwoa',
  'Kojo',
  'Abena',
  'Kwabena',
  'Afia',
  'Kofi',
  'Esi',
  'Nii',
]
const LAST_NAMES = ['Mensah', 'Boateng', 'Asante', 'Lamptey', 'Ofori', 'Darko', 'Agyeman', 'Tetteh', 'Quaye', 'Sarpong']
const DESCRIPTIONS = [
  'Two bags beside the bin',
  'Lid does not close',
  'Full since this morning',
  'Bottles and cartons',
  'Full',
]
/** Limit for indexing the demo's history, reached only if it hangs. */
const INDEX_TIMEOUT_MS = 120_000

/**
 * Calls the API.
 * Throws the server's message if refused.
 */
async function send<T>(url: string, request: Call): Promise<T> {
  const { status, body } = await call<T & { message?: string }>(url, { ...request, key: randomUUID() })
  if (status >= 300) throw new Error(`${request.path} was answered with ${status}: ${body.message}`)
  return body
}

/** Signs in a demo account without its password. */
export const signIn = (url: string, identifier: string): Promise<Session> =>
  send(url, { method: 'POST', path: '/auth/demo-login', body: { identifier } })

/**
 * Returns the log position just before a collection was planned.
 * At this position the dashboard recommends a collection.
 */
export async function findPositionBeforePlan(url: string): Promise<number> {
  const { token } = await signIn(url, 'AUD001')
  const get = <T>(path: string) => untilIndexed<T>(url, { method: 'GET', path, token })
  const { events } = await get<{ events: HistoryEvent[] }>('/audit/events?kind=CollectionPlanned&limit=20')
  for (const { position } of events.reverse()) {
    const { events: earlier } = await get<{ events: HistoryEvent[] }>(`/audit/events?before=${position}&limit=1`)
    const [previous] = earlier
    if (!previous) continue
    const { schedules } = await get<{ schedules: unknown[] }>(`/auth/dispatch/recommendation?at=${previous.position}`)
    if (schedules.length > 0) return previous.position
  }
  throw new Error('The history of the demo has no recommended collection.')
}

/** Repeats a request about the past until the server has indexed the log. */
async function untilIndexed<T>(url: string, request: Call): Promise<T> {
  const deadline = performance.now() + INDEX_TIMEOUT_MS
  for (;;) {
    const { status, body } = await call<T & { preparing?: object; message?: string }>(url, request)
    if (status < 300 && !body.preparing) return body
    if ((status >= 300 && status !== 503) || performance.now() > deadline)
      throw new Error(`${request.path} was answered with ${status}: ${body.message}`)
    await pause(250)
  }
}

/**
 * Lets residents report until the dashboard recommends a zone's collection.
 * Chooses the zone closest to its threshold without a truck on the way.
 * First cancels the zone's planned collection.
 */
export async function reportBinsUntilThreshold(url: string): Promise<void> {
  const { token } = await signIn(url, 'DISP001')
  const { zones } = await send<{ zones: ZoneStatus[] }>(url, { method: 'GET', path: '/auth/zones', token })
  const { schedules } = await send<{ schedules: Schedule[] }>(url, { method: 'GET', path: '/auth/schedules', token })
  const inProgress = schedules.filter(({ status }) => status === 'in-progress').map(({ zone }) => zone)
  const missing = ({ recommendAt, currentReports }: ZoneStatus) => Math.max(0, recommendAt - currentReports)
  const [nearest] = zones.filter(({ zone }) => !inProgress.includes(zone)).sort((a, b) => missing(a) - missing(b))
  if (!nearest) throw new Error('Every zone of the demo is being collected at this moment. Try again later.')

  for (const { id } of schedules.filter(({ zone, status }) => zone === nearest.zone && status === 'scheduled')) {
    const body = { status: 'cancelled' }
    await send(url, { method: 'PATCH', path: `/auth/schedules/${id}/status`, token, body })
  }
  const { token: admin } = await signIn(url, 'ADMIN001')
  for (let n = 0; n < missing(nearest); n++) await reportAsNewResident(url, { admin, zone: nearest.zone, n })
}

/** Signs up a resident, confirms the email, and reports the bin full. */
async function reportAsNewResident(url: string, { admin, zone, n }: { admin: string; zone: string; n: number }) {
  const name = `${FIRST_NAMES[n % FIRST_NAMES.length]} ${LAST_NAMES[n % LAST_NAMES.length]}`
  const person = { name, email: `resident-${n}@demo.example`, password: PASSWORD, zone }
  const { token, user } = await send<Session>(url, { method: 'POST', path: '/auth/signup', body: person })
  await send(url, { method: 'POST', path: `/auth/admin/users/${user.id}/confirm`, token: admin, body: {} })
  const body = { description: DESCRIPTIONS[n % DESCRIPTIONS.length] }
  await send(url, { method: 'POST', path: '/auth/report-bin-full', token, body })
}
