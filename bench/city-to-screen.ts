/** city-to-screen: click-to-screen with the whole dashboard on 100 boards while a simulated city gives 200 commands a second. */
import { setTimeout as pause } from 'node:timers/promises'
import { SITES, TRUCKS } from '#command-api/system/seed.ts'
import { FIRST_CUSTOMERS, FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import { createCity } from '#simulator/city.ts'
import type { CityPlan } from '#simulator/city-plan.ts'
import { type Account, openHere, registerMany } from './arrange.ts'
import { latencies, matched } from './boards-under-load.ts'
import { call } from './calls.ts'
import { BOARD_ROOMS } from './load/dashboard.ts'
import { openBoards, startCity } from './load/start.ts'
import { inFolder, measureSync } from './measure.ts'
import { spawnServer } from './server.ts'

const BOARDS = 100
const PER_SECOND = 200
const COMMANDS = 6_000
/** Before what is measured, so that it is a server that runs: two seconds of the same. */
const WARM_UP = 400
/** Residents to choose from, zone by zone in turn: as many as the larger zone has customers, for each. */
const CUSTOMERS = Math.max(...Object.values(FIRST_CUSTOMERS))
/** Beside the seeded ones, so that a round need not wait for a truck. */
const MORE_TRUCKS = 5

const [truck] = TRUCKS
const more = Array.from({ length: MORE_TRUCKS }, (_, n) => ({
  ...truck,
  id: `B00${n + 1}`,
  registration_number: `GB-10${n}-21`,
}))

const PLAN: CityPlan = {
  seed: 'bench',
  zones: FIRST_ZONE_NAMES.map((name) => ({ name, customers: FIRST_CUSTOMERS[name] })),
  sites: SITES,
  trucks: [...TRUCKS, ...more],
}

/** The token of an account of the same zone for each resident of the city. */
function tokensOf(accounts: readonly Account[]): Record<string, string> {
  const ofZone = Map.groupBy(accounts, ({ zone }) => zone)
  return Object.fromEntries(
    [...createCity(PLAN).residents()].map(({ id, zone }) => [id, ofZone.get(zone)?.pop()?.token ?? '']),
  )
}

export default async function bench() {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = tokensOf(await registerMany(kernel, 'resident', FIRST_ZONE_NAMES.length * CUSTOMERS))
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    const token = dispatcher?.token ?? ''
    await close()
    const disk = measureSync(folder)

    const server = await spawnServer(folder).ready
    const { url } = server
    for (const body of more) {
      const { status } = await call(url, { method: 'POST', path: '/fuel/vehicles', token, body })
      if (status !== 201) throw new Error(`A truck was answered with ${status}`)
    }
    const fetches = '/auth/dispatch/recommendation?trucks=8'
    const opened = await openBoards({ url, token, rooms: BOARD_ROOMS, boards: BOARDS, fetches })
    const city = startCity()
    await pause(8_000)
    const asked = { url, plan: PLAN, residents, dispatcher: token, commands: WARM_UP + COMMANDS, perSecond: PER_SECOND }
    const sent = await city.send(asked)
    const warm = { ...sent, commands: sent.commands.toSorted((a, b) => a.sentAt - b.sentAt).slice(WARM_UP) }
    await pause(1_500)
    city.close()
    const arrived = await opened.close()
    await server.stop()

    const { toScreen, toAnswer, missing } = matched(warm, arrived, BOARDS)
    return {
      boards: BOARDS,
      rooms: BOARD_ROOMS.length,
      commands: COMMANDS,
      refused: sent.refused,
      seconds: sent.seconds,
      reports: warm.commands.length,
      rows_missing: missing,
      ...latencies({ toScreen, toAnswer }),
      ...disk,
    }
  })
}
