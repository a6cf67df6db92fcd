/**
 * Tests a running server's feed: snapshots, frames, reconnects, forbidden rooms.
 * Also tests ended sessions and erasure.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JoinRoomAnswer, RoomFrame } from '#contract/feed/feed.ts'
import { FEED_VERSION } from '#contract/feed/protocol.ts'
import { feedRooms, type RoomDefinition, type RoomName } from '#contract/feed/rooms.ts'
import type { Report } from '#contract/views.ts'
import { ROLES } from '#domain/city.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import { openInProcessCity } from './in-process-city.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let dispatcher: string
const sockets: Socket[] = []
beforeAll(async () => {
  app = await startWasteSense()
  dispatcher = await signIn(app, 'DISP001')
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(() => app?.clear())

/** Connects a socket that records its frames. */
async function connect(token: string, url = app.url) {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token, version: FEED_VERSION },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  const frames: RoomFrame<'active-reports'>[] = []
  const ended: string[] = []
  socket.on('frames', (some) => frames.push(...some))
  socket.on('ended', ({ reason }) => ended.push(reason))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  const join = (room: string, after?: string): Promise<JoinRoomAnswer<'active-reports'>> =>
    socket.emitWithAck('join', { room, after })
  return { socket, frames, ended, join }
}

const report = async (token: string, description?: string): Promise<{ report: Report; position: string }> =>
  (await call(app, 'reportBinFull', { token, body: { description } })).body
const mark = (id: string) => call(app, 'markReport', { token: dispatcher, id, body: { status: 'collected' } })
const framesWith = (frames: RoomFrame<'active-reports'>[], id: string) =>
  frames.filter((frame) => frame.rows.some((row) => row.id === id) || frame.removed.includes(id))

describe('a board', () => {
  it('gets a snapshot, then each change, then what was removed (FD5, FD11)', async () => {
    const resident = await signUp(app)
    const first = await report(resident.token, 'Two bags')
    const board = await connect(dispatcher)
    await eventually(async () => {
      const joined = await board.join('active-reports')
      expect(joined).toMatchObject({ ok: true, snapshot: true })
      expect(joined.ok && joined.rows.find((row) => row.id === first.report.id)).toMatchObject({
        resident_name: resident.name,
        description: 'Two bags',
      })
    })
    const other = await report((await signUp(app)).token)
    await eventually(() => expect(framesWith(board.frames, other.report.id)).toHaveLength(1))
    await mark(first.report.id)
    await eventually(() => expect(board.frames.flatMap((frame) => frame.removed)).toContain(first.report.id))
  })

  it('misses nothing that happens while it joins (FD9)', async () => {
    const residents = await Promise.all(Array.from({ length: 8 }, () => signUp(app)))
    for (const resident of residents) {
      const board = await connect(dispatcher)
      const reporting = report(resident.token)
      const joined = await board.join('active-reports')
      const { id } = (await reporting).report
      const seen = () =>
        (joined.ok && joined.rows.some((row) => row.id === id)) || framesWith(board.frames, id).length > 0
      await eventually(() => expect(seen()).toBe(true))
      board.socket.disconnect()
    }
  })

  it('resumes with only what it missed, after a kill too, and never goes back (FD6)', async () => {
    const [one, two] = await Promise.all([signUp(app), signUp(app)])
    const first = await report(one.token)
    const before = await connect(dispatcher)
    await eventually(() => expect(before.socket.connected).toBe(true))
    const joined = await eventually(async () => {
      const answer = await before.join('active-reports')
      if (!answer.ok || Number(answer.position) < Number(first.position)) throw new Error('not there yet')
      return answer
    })
    await app.kill('SIGKILL')
    await app.restart()
    const second = await report(two.token)
    await mark(first.report.id)
    const after = await connect(dispatcher)
    await eventually(async () => {
      const delta = await after.join('active-reports', joined.position)
      expect(delta).toMatchObject({ ok: true, snapshot: false, removed: [first.report.id] })
      expect(delta.ok && delta.rows.map((row) => row.id)).toEqual([second.report.id])
    })
  })

  it('gets a burst in few frames (FD10)', async () => {
    const city = await openInProcessCity()
    try {
      const board = await connect((await city.reader('d1', 'dispatcher')).token, city.url)
      await board.join('active-reports')
      const burst = Array.from({ length: 40 }, (_, n): ['report', number, number] => ['report', n, 0])
      await city.happen(...burst)
      const arrived = () => new Set(board.frames.flatMap((frame) => frame.rows.map((row) => row.id)))
      await eventually(() => expect(arrived().size).toBe(burst.length))
      expect(board.frames.length).toBeLessThan(5)
    } finally {
      await city.close()
    }
  })
})

describe('a room', () => {
  it.each(Object.entries(feedRooms) as [RoomName, RoomDefinition][])(
    '%s is for its roles only (FD4)',
    async (room, { roles }) => {
      const identifiers = ROLES.map((role) => SEEDED_IDENTIFIERS[role])
      for (const [index, identifier] of identifiers.entries()) {
        const { socket, join } = await connect(await signIn(app, identifier))
        expect((await join(room)).ok).toBe(roles.includes(ROLES[index] as (typeof ROLES)[number]))
        socket.disconnect()
      }
    },
  )

  it('shows residents only what is theirs, and never a name', async () => {
    const [one, other] = await Promise.all([signUp(app), signUp(app)])
    const mine = await connect(one.token)
    await mine.join('my-reports')
    const [own, theirs] = [await report(one.token), await report(other.token)]
    await eventually(() => expect(framesWith(mine.frames, own.report.id)).toHaveLength(1))
    await mine.join('my-reports')
    expect(JSON.stringify(mine.frames)).not.toContain(theirs.report.id)
    expect(JSON.stringify(mine.frames)).not.toContain(one.name)
  })

  it.each([
    undefined,
    null,
    7,
    'active-reports',
    { room: 'none' },
    { room: 'zones', after: '-1' },
    { room: '__proto__' },
  ])('is not %j', async (message) => {
    const { socket } = await connect(dispatcher)
    expect(await socket.emitWithAck('join', message)).toMatchObject({ ok: false })
  })
})

describe('a session', () => {
  it('is not opened with a bad token (FD1)', async () => {
    await expect(connect('')).rejects.toThrow('unauthenticated')
    await expect(connect(`${dispatcher}x`)).rejects.toThrow('unauthenticated')
  })

  it('is not opened by a client of another version (FD2)', async () => {
    const other = io(app.url, {
      transports: ['websocket'],
      auth: { token: dispatcher, version: FEED_VERSION + 1 },
      reconnection: false,
      forceNew: true,
    })
    sockets.push(other)
    const refused = await new Promise<Error>((resolve) => other.on('connect_error', resolve))
    expect(refused.message).toBe('another version')
  })

  it('is not opened with a one-time password, until another was chosen', async () => {
    const token = await signIn(app, 'ADMIN001')
    const body = { role: 'dispatcher', name: 'Yaw', email: 'yaw.one.time@example.com', employee_id: 'DISP088' }
    const { password } = (await call(app, 'createStaff', { token, body })).body
    const first = await signIn(app, 'DISP088', password)
    await expect(connect(first)).rejects.toThrow('unauthenticated')
    expect((await call(app, 'me', { token: first })).body.user.mustChangePassword).toBe(true)
    expect((await call(app, 'activeReports', { token: first })).status).toBe(403)
    const choice = { currentPassword: password, newPassword: 'a password of my own' }
    const { body: chosen } = await call(app, 'changePassword', { token: first, body: choice })
    const { join } = await connect(chosen.token)
    expect(await join('active-reports')).toMatchObject({ ok: true })
    expect((await call(app, 'me', { token: chosen.token })).body.user).not.toHaveProperty('mustChangePassword')
  })

  it('is cut at once by a password change, on every device, and can not come back (FD18)', async () => {
    const { token, password } = await signUp(app)
    const [phone, laptop] = [await connect(token), await connect(token)]
    await call(app, 'changePassword', { token, body: { currentPassword: password, newPassword: 'another password' } })
    for (const device of [phone, laptop]) {
      await eventually(() => expect(device.socket.connected).toBe(false))
      expect(device.ended).toEqual(['signed-out'])
    }
    await expect(connect(token)).rejects.toThrow('unauthenticated')
  })

  it('is cut at once when an admin gives another role', async () => {
    const { token, id } = await signUp(app)
    const phone = await connect(token)
    const admin = await signIn(app, 'ADMIN001')
    const { status } = await call(app, 'changeUser', { token: admin, id, body: { role: 'auditor' } })
    expect(status).toBe(200)
    await eventually(() => expect(phone.ended).toEqual(['signed-out']))
    await expect(connect(token)).rejects.toThrow('unauthenticated')
  })

  it('is cut by deletion, and the erased person stands nowhere in the log', async () => {
    const { token, id, password, name, email } = await signUp(app)
    await report(token, 'behind the blue gate')
    const phone = await connect(token)
    const open = await connect(dispatcher)
    await open.join('active-reports')
    await call(app, 'deleteAccount', { token, id, body: { password } })
    await eventually(() => expect(phone.ended).toEqual(['signed-out']))
    const erasedRow = () => open.frames.flatMap((frame) => frame.rows).findLast((row) => row.userId === id)
    await eventually(() => expect(erasedRow()).toMatchObject({ resident_name: 'Erased resident' }))
    expect(erasedRow()?.description).toBeUndefined()
    const board = await connect(dispatcher)
    const joined = await board.join('active-reports')
    expect(joined.ok && joined.rows.find((row) => row.userId === id)).toMatchObject({
      resident_name: 'Erased resident',
    })
    for (const file of ['log.db', 'log.db-wal']) {
      const bytes = readFileSync(path.join(app.dataDir, file)).toString('latin1')
      for (const secret of [
        `"${name}"`,
        email,
        'blue gate',
        password,
        'Ama Owusu',
        'dispatcher@test.com',
        app.password,
      ])
        expect(bytes.includes(secret), `${secret} in ${file}`).toBe(false)
    }
  })
})

it('is told of rows before the pulse that they are true at, and of the end before it comes (FD13, FD19)', async () => {
  const board = await connect(dispatcher)
  await board.join('active-reports')
  const arrivals: string[] = []
  board.socket.on('frames', (frames: RoomFrame[]) =>
    arrivals.push(...frames.flatMap(({ rows }) => rows.map(({ id }) => id))),
  )
  board.socket.on('pulse', ({ position }) => arrivals.push(position))
  const { report: reported, position } = await report((await signUp(app)).token)
  const reached = () => arrivals.findIndex((id) => /^\d+$/.test(id) && Number(id) >= Number(position))
  await eventually(() => expect(reached()).toBeGreaterThan(-1))
  expect(arrivals.slice(0, reached())).toContain(reported.id)
  app.kill('SIGTERM')
  await eventually(() => expect(board.socket.connected).toBe(false))
  expect(board.ended).toEqual(['restart'])
})
