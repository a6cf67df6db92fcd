/** alert: POST of a site's composition → policy → job → notification → socket, on 500 recyclers' screens that are open. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openHere, registerMany } from './arrange.ts'
import { latencies, matched } from './boards-under-load.ts'
import { call } from './calls.ts'
import type { Sent } from './load/commands.ts'
import { openBoards } from './load/start.ts'
import { inFolder, measureSync } from './measure.ts'
import { spawnServer } from './server.ts'

const BOARDS = 500
const UPDATES = 200
const WARM_UP = 20
const PER_SECOND = 5
const SITE = 'WS001'

/** As a recycler's dashboard has them. */
const ROOMS = ['sites', 'deliveries', 'notifications'] as const

const body = (n: number) => ({
  plastic: 40,
  paper: 25,
  glass: 15,
  metal: 10,
  organic: 10,
  currentCapacity: 100 + n / 100,
})

/** The alert of the site's nth update. */
const alertOf = (n: number) => `composition-${SITE}-${n}`

async function update(url: string, token: string, n: number): Promise<Sent['commands'][number]> {
  const sentAt = performance.timeOrigin + performance.now()
  const path = `/auth/waste-sites/${SITE}/composition`
  const { status } = await call(url, { method: 'POST', path, token, key: randomUUID(), body: body(n) })
  if (status !== 200) throw new Error(`update ${n} was answered with ${status}`)
  return { reportId: alertOf(n), sentAt, tookMs: performance.timeOrigin + performance.now() - sentAt }
}

export default async function bench() {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    const [recycler] = await registerMany(kernel, 'recycler', 1)
    await close()
    const disk = measureSync(folder)

    const server = await spawnServer(folder).ready
    const opened = await openBoards({ url: server.url, token: recycler?.token ?? '', rooms: ROOMS, boards: BOARDS })
    await pause(2_000)
    const commands: Sent['commands'] = []
    const began = performance.now()
    for (let n = 1; n <= WARM_UP + UPDATES; n++) {
      await pause(Math.max(0, began + (n * 1_000) / PER_SECOND - performance.now()))
      const updated = await update(server.url, dispatcher?.token ?? '', n)
      if (n > WARM_UP) commands.push(updated)
    }
    await pause(2_000)
    const arrived = await opened.close()
    await server.stop()
    const sent: Sent = { commands, refused: 0, seconds: UPDATES / PER_SECOND }
    const { toScreen, toAnswer, missing } = matched(sent, arrived, BOARDS)
    return { boards: BOARDS, updates: UPDATES, alerts_missing: missing, ...latencies({ toScreen, toAnswer }), ...disk }
  })
}
