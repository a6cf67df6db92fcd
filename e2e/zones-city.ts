/** A real log and the real read side in this process, new for each test, and what is asked of its zones. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { register } from '#command-api/accounts/register.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { zoneRoutes } from '#command-api/zones/routes.ts'
import type { BodyOf, EndpointName } from '#contract/endpoints.ts'
import { tableOf, type ZoneRow } from '#contract/tables.ts'
import type { Handlers } from '#platform/http/api.ts'
import { caughtUp, openHere } from '../bench/arrange.ts'
import { build } from './city-of-reports.ts'

export const NORTH = 'Ablekuma North'
/** The third zone. */
export const TESHIE: BodyOf<'openZone'> = {
  name: 'Teshie',
  code: 'TE',
  customers: 2,
  centre: { lat: 5.58, lng: -0.1 },
  distances: { WS001: 20.5 },
}
interface Said {
  message: string
  rejected?: string
  errors?: Record<string, string>
}
interface Asked {
  id?: string
  body?: object
  key?: string
  by?: string
}

export const by = (actor: string, commandId: string = crypto.randomUUID()) => ({ commandId, fingerprint: '', actor })

/** Opens one before each test of the file that calls this, and closes it after. */
export function cityOfEachTest() {
  let folder: string
  let city: Awaited<ReturnType<typeof openHere>>
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    city = await openHere(folder)
  })
  afterEach(async () => {
    await city.close()
    rmSync(folder, { recursive: true })
  })

  /** As dispatcher d1, unless it is somebody else. */
  async function ask<N extends EndpointName>(
    handlers: Handlers,
    name: N,
    { id = '', body = {}, key = crypto.randomUUID(), by = 'd1' }: Asked,
  ) {
    const handler = handlers[name] as unknown as (call: object) => Promise<Said>
    const call = {
      params: { id },
      body,
      principal: { userId: by },
      envelope: { commandId: key, fingerprint: JSON.stringify(body), actor: by },
    }
    const answer = await handler(call)
    await caughtUp(city)
    return answer
  }

  const zone = (name: 'openZone' | 'changeZone' | 'closeZone' | 'moveResidents', asked: Asked) =>
    ask(zoneRoutes(city.kernel), name, asked)

  return {
    get kernel() {
      return city.kernel
    },
    ask,
    zone,
    /** Sites and trucks as a demo has them, and Teshie beside the first two zones. */
    async withThird(): Promise<void> {
      await build(city.kernel)
      expect(await zone('openZone', { body: TESHIE })).toMatchObject({ message: 'Teshie is open.' })
    },
    /** Until all rows tell what the log tells. */
    caughtUp: () => caughtUp(city),
    async signUp(userId: string, where: string) {
      await city.kernel.vault.setPassword(userId, 'no password opens this')
      const person = {
        userId,
        name: userId,
        email: `${userId}@example.com`,
        password: '',
        role: 'resident',
        zone: where,
      } as const
      return register(city.kernel, person, by(userId))
    },
    report: (userId: string, where: string) =>
      createReportFor(city.kernel)({ userId, zone: where, name: userId }, undefined, by(userId)),
    /** Those that are open, in the order in which they were opened. */
    zones: () => city.kernel.reads.find<ZoneRow>(tableOf('zones'), { filter: { open: true }, sort: { openedAt: 1 } }),
    /** Goes on with another log, which is written before anything has opened it. */
    async startWith(write: (folder: string) => Promise<void>): Promise<void> {
      await city.close()
      rmSync(folder, { recursive: true })
      folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
      await write(folder)
      city = await openHere(folder)
      await caughtUp(city)
    },
  }
}
