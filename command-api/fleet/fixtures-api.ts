/** Test fixture of the fleet's HTTP handlers, with real log and vault. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EndpointName } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { HandlerAnswer } from '#platform/http/api.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { NOW } from '../kernel/fixtures.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { vehicleForm } from './fixtures.ts'
import { createFleetHandlers } from './routes.ts'

interface CallOptions {
  body: object
  id: string
  by: string
  commandId: string
  fingerprint: string
}

export const driverFields = { driver_name: 'Esi Mensah', driver_contact: '+233 00 1' }
export const refuelBody = (liters_added: number) => ({ vehicle_id: 'T009', liters_added, cost_per_liter: 10 })

export async function openFleetApi() {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  const ports = { store, vault, reads: openMemoryReadStore(), log: createLog('test', 'silent') }
  const kernel: Kernel = { ...(await openKernel(ports)), clock: () => NOW }
  let commands = 0

  /**
   * Calls an endpoint's handler.
   * Returns the response, or the message of the refusal.
   */
  async function call<N extends EndpointName>(
    name: N,
    { body, id, by = 'd1', commandId = `command ${++commands}`, fingerprint = '' }: Partial<CallOptions>,
  ): Promise<HandlerAnswer<N> | string> {
    // No projections run in this test.
    // Instead, the test writes rows and moves the tables' checkpoints to the log's end.
    const head = await store.head()
    await ports.reads.setCheckpoints(
      new Map([tableNameOf('configuration'), tableNameOf('vehicles')].map((name) => [name, head])),
    )
    const handler = createFleetHandlers(kernel)[name] as unknown as (call: object) => Promise<HandlerAnswer<N> & object>
    const answer = await handler({
      body,
      params: { id },
      principal: { userId: by },
      envelope: { commandId, fingerprint, actor: by },
    })
    return isRejection(answer) ? answer.message : answer
  }

  return {
    kernel,
    call,
    register: (by = 'd1', body: object = driverFields) =>
      call('registerVehicle', { by, body: { ...vehicleForm, id: 'T009', ...body } }),
    change: (body: object, by = 'd1') => call('changeVehicle', { by, id: 'T009', body: { ...vehicleForm, ...body } }),
    log: () => store.readAll(LOG_START, 1_000),
    async close() {
      await Promise.all([store.close(), vault.close()])
      rmSync(folder, { recursive: true })
    },
  }
}
