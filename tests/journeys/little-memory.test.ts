/**
 * Tests a server with a 256 MB heap and a year of events.
 * A container's memory limit applies too, if the machine supports memory groups.
 * The server survives the widest reads, bundles and photos, twenty at a time.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createMemoryLimitGroup } from '#tests/fixtures/memory-group.ts'
import { createNoisePicture } from '#tests/fixtures/picture-files.ts'
import { call, type Reply, SEEDED_IDENTIFIERS, sendForm, signIn } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { EXTREME_MOMENTS, getEndpoints, widestQueriesOf } from './widest-queries.ts'

const AT_ONCE = 20
/**
 * Maximum number of queries, and of past log positions, that this test tries per endpoint.
 * Another test of the widest queries tries all combinations.
 */
const WIDEST = 3
/**
 * Number of bundles (exported events with proofs) that the test reads completely.
 * The test aborts all other reads.
 */
const WHOLE_BUNDLES = 2
/**
 * Allowed statuses.
 * 403 is for another person's object, 409 for an ended schedule.
 * 429 and 503 are for too many requests.
 */
const EXPECTED = [200, 400, 403, 404, 409, 429, 503]
/**
 * Memory limit in bytes.
 * It includes the data folder, which may be on a memory disk.
 */
const GROUP_BYTES = 1_280 * 1024 * 1024
const group = createMemoryLimitGroup(GROUP_BYTES)

type Work = () => Promise<void>

/** Runs all tasks, at most AT_ONCE at the same time. */
async function inParallel(work: readonly Work[]): Promise<void> {
  const left = work.values()
  const one = async () => {
    for (const next of left) await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

const fault = (asked: string, { status, body, text }: Reply): string[] => {
  if (!EXPECTED.includes(status)) return [`${asked}: ${status} ${text.slice(0, 200)}`]
  return status >= 400 && !/\S/.test(body?.message ?? '') ? [`${asked}: ${status} without a sentence`] : []
}

describe('a server with little memory', () => {
  let app: RunningApp
  const tokens = new Map<Role, string>()
  const tokenOf = (role: Role) => tokens.get(role) as string

  beforeAll(async () => {
    const options = ['--max-old-space-size=256', ...(group ? [group.nodeOption] : [])]
    app = await startWasteSense({ env: { SEED_HISTORY: 'year', NODE_OPTIONS: options.join(' ') } })
    for (const role of ROLES) tokens.set(role, await signIn(app, SEEDED_IDENTIFIERS[role]))
    // The first time-travel request starts the indexing of the log.
    await eventually(async () => expect((await call(app, 'density', { token: tokenOf('auditor') })).status).toBe(200))
  })
  afterAll(async () => {
    await app?.clear()
    await eventually(() => group?.remove())
  })

  /** Returns an admin if possible, because admins may read most endpoints. */
  const readerOf = ({ roles }: Endpoint): Role =>
    typeof roles === 'string' || roles.includes('admin') ? 'admin' : (roles.at(-1) ?? 'admin')

  it('answers or refuses the widest reads of every endpoint', async () => {
    const faults: string[] = []
    const read =
      (name: EndpointName, role: Role, asked: Record<string, string>): Work =>
      async () => {
        const query = `${new URLSearchParams(asked)}`
        const reply = await call(app, name, { token: tokenOf(role), id: '1', query })
        faults.push(...fault(`${name}?${query.slice(0, 200)}`, reply))
      }
    await inParallel(
      getEndpoints.flatMap(([name, endpoint]) => {
        const queries = widestQueriesOf(endpoint).slice(-WIDEST)
        const moments = endpoint.kind === 'json' ? EXTREME_MOMENTS.slice(-WIDEST) : []
        return [
          ...queries.map((query) => read(name, readerOf(endpoint), query)),
          ...moments.map((at) => read(name, 'auditor', { ...queries[0], at })),
        ]
      }),
    )
    expect(faults).toEqual([])
  })

  it('sends bundles of all events to many auditors, most of whom hang up', async () => {
    const year = new Date().getUTCFullYear()
    const query = new URLSearchParams({ from: `${year - 3}-01-01`, to: `${year}-12-31` })
    const headers = { Authorization: `Bearer ${tokenOf('auditor')}` }
    const ends: string[] = []
    const read = async (n: number) => {
      const response = await fetch(`${app.url}/api${endpoints.auditBundle.path}?${query}`, { headers })
      expect(response.status).toBe(200)
      let last = ''
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (n >= WHOLE_BUNDLES) return
        last = (last + piece).slice(-10_000)
      }
      ends.push(last)
    }
    await inParallel(Array.from({ length: AT_ONCE }, (_, n) => () => read(n)))
    expect(ends).toHaveLength(WHOLE_BUNDLES)
    for (const end of ends) expect(() => JSON.parse(end.trimEnd().split('\n').at(-1) ?? '')).not.toThrow()
  })

  it('looks at many large photos', async () => {
    const picture = await createNoisePicture(5_000, 4_900).jpeg({ quality: 50 }).toBuffer()
    const replies: Reply[] = []
    // Another host name has its own connections.
    // After the aborted reads, the client has opened some ahead.
    // The server ends them when they are unused for 20 s, maybe just now.
    const fresh = { ...app, url: app.url.replace('127.0.0.1', 'localhost') }
    const send = async () => {
      replies.push(await sendForm(fresh, 'detectImage', { token: tokenOf('dispatcher'), picture }))
    }
    await inParallel(Array.from({ length: AT_ONCE }, () => send))
    // Status 504 is no fault: the analysis is still running.
    expect(replies.filter(({ status }) => status !== 504).flatMap((reply) => fault('a photo', reply))).toEqual([])
    expect(replies.map(({ status }) => status)).toContain(200)
  })

  it('serves on, and stops in order', async () => {
    await eventually(async () => expect((await fetch(`${app.url}/health`)).ok).toBe(true))
    expect(await app.kill('SIGTERM')).toBe(0)
  })

  it.skipIf(!group)('never lost a process for want of memory', () => {
    expect(group?.killed()).toBe(0)
  })
})
