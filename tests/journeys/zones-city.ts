/** Opens, for each test of zones, a city with a real event log and real read models. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { registerAccount } from '#command-api/accounts/register.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { createZoneHandlers } from '#command-api/zones/routes.ts'
import type { BodyOf, EndpointName } from '#contract/endpoints.ts'
import { tableNameOf, type ZoneRow } from '#contract/tables.ts'
import type { Handlers } from '#platform/http/api.ts'
import { openInProcessKernel, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks } from './city-of-reports.ts'
import { translateAnswer } from './in-english.ts'

export const NORTH = 'Ablekuma North'
/** Body of the command that opens Teshie, the third zone. */
export const TESHIE: BodyOf<'openZone'> = {
  name: 'Teshie',
  code: 'TE',
  customers: 2,
  centre: { lat: 5.58, lng: -0.1 },
  distances: { WS001: 20.5 },
}
interface AnswerBody {
  message: string
  rejected?: string
  errors?: Record<string, string>
}
interface AskOptions {
  id?: string
  body?: object
  key?: string
  by?: string
}

export const envelopeBy = (actor: string, commandId: string = crypto.randomUUID()) => ({
  commandId,
  fingerprint: '',
  actor,
})

/** Opens a city before each test and closes it afterwards. */
export function openCityForEachTest() {
  let folder: string
  let city: Awaited<ReturnType<typeof openInProcessKernel>>
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    city = await openInProcessKernel(folder)
  })
  afterEach(async () => {
    await city.close()
    rmSync(folder, { recursive: true })
  })

  /** Calls a handler, by default as dispatcher d1. */
  async function ask<N extends EndpointName>(
    handlers: Handlers,
    name: N,
    { id = '', body = {}, key = crypto.randomUUID(), by: envelopeBy = 'd1' }: AskOptions,
  ) {
    const handler = handlers[name] as unknown as (call: object) => Promise<AnswerBody>
    const call = {
      params: { id },
      body,
      principal: { userId: envelopeBy },
      envelope: { commandId: key, fingerprint: JSON.stringify(body), actor: envelopeBy },
    }
    const answer = await handler(call)
    await waitUntilCaughtUp(city)
    return translateAnswer(answer)
  }

  const zone = (name: 'openZone' | 'changeZone' | 'closeZone' | 'moveResidents', asked: AskOptions) =>
    ask(createZoneHandlers(city.kernel), name, asked)

  return {
    get kernel() {
      return city.kernel
    },
    ask,
    zone,
    /** Adds the demo's sites and trucks, and opens the zone Teshie. */
    async withThird(): Promise<void> {
      await createSitesAndTrucks(city.kernel)
      expect(await zone('openZone', { body: TESHIE })).toMatchObject({ message: 'Teshie is open.' })
    },
    /** Waits until all rows include all events. */
    caughtUp: () => waitUntilCaughtUp(city),
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
      return registerAccount(city.kernel, person, envelopeBy(userId))
    },
    report: (userId: string, where: string) =>
      createBinReporter(city.kernel)({ userId, zone: where, name: userId }, undefined, envelopeBy(userId)),
    /** Returns open zones in order of opening. */
    zones: () =>
      city.kernel.reads.find<ZoneRow>(tableNameOf('zones'), { filter: { open: true }, sort: { openedAt: 1 } }),
    /** Opens the test installation again, on a log that `write` fills. */
    async startWith(write: (folder: string) => Promise<void>): Promise<void> {
      await city.close()
      rmSync(folder, { recursive: true })
      folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
      await write(folder)
      city = await openInProcessKernel(folder)
      await waitUntilCaughtUp(city)
    },
  }
}
