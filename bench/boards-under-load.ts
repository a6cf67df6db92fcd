/** What click-to-screen and fan-out share: boards open on the real server, reports sent at a pace, arrivals matched to clicks. */
import { setTimeout as pause } from 'node:timers/promises'
import { openHere, registerMany, reportsOf } from './arrange.ts'
import { openBoards, startSender } from './load/start.ts'
import { inFolder, measureSync } from './measure.ts'
import { spawnServer } from './server.ts'

interface Options {
  boards: number
  perSecond: number
  commands: number
}

/** Milliseconds from each click (the POST leaves) to its row on each board, and to the command's own answer. */
export async function boardsUnderLoad({ boards, perSecond, commands }: Options) {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', commands + perSecond)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    await close()
    const disk = measureSync(folder)

    const server = await spawnServer(folder).ready
    const room = 'active-reports'
    const opened = await openBoards({ url: server.url, token: dispatcher?.token ?? '', room, boards })
    const sender = startSender()
    const calls = reportsOf(residents)
    const asked = { url: server.url, concurrent: 1, perSecond }
    // One second of the same load first, so that what is measured is a server that runs.
    await pause(4_000)
    await sender.send({ ...asked, calls: calls.slice(0, perSecond) })
    const sent = await sender.send({ ...asked, calls: calls.slice(perSecond) })
    await pause(1_500)
    sender.close()
    opened.close()
    await server.stop()

    const clicks = new Map(sent.commands.map(({ reportId, sentAt }) => [reportId, sentAt]))
    const toScreen: number[] = []
    let [first, last] = [Number.POSITIVE_INFINITY, 0]
    for (const { id, at, removed } of opened.arrived) {
      const clickedAt = clicks.get(id)
      if (clickedAt === undefined || removed) continue
      toScreen.push(at - clickedAt)
      first = Math.min(first, at)
      last = Math.max(last, at)
    }
    const missing = sent.commands.length * boards - toScreen.length
    return {
      toScreen,
      toAnswer: sent.commands.map((one) => one.tookMs),
      sent,
      missing,
      seconds: (last - first) / 1000,
      disk,
    }
  })
}
