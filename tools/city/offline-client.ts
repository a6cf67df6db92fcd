/** Opens the data folder of a stopped installation for one command. */

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createCommandApi } from '#command-api/app.ts'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import { openKernel } from '#command-api/kernel/kernel.ts'
import { checkInstallation } from '#command-api/start-checks.ts'
import { isServerRunning } from '#platform/backup/admin-socket.ts'
import { finishRestore } from '#platform/backup/restore.ts'
import { type ServerSettings, vaultKeyFileOf } from '#platform/config.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { closeServer, createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { createLog } from '#platform/logging.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { openPush } from '#platform/push/web-push.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSmsSender } from '#platform/sms/open-sms.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { mountReadRoutes, projectionViews } from '#projections/app.ts'
import { startProjectionRunner } from '#projections/runner/runner.ts'
import { type CityClient, createCityClient } from './client.ts'

/**
 * User id of the commands that import or export a city file.
 * No account has this id.
 */
const PRINCIPAL = { userId: 'system', role: 'dispatcher', sessionId: 'city-file' } as const

/**
 * Opens the data folder like a start: completes and records a restore first.
 * Otherwise a later start would replace or refuse the changes.
 * Throws if WasteSense is running on the folder.
 */
export async function openOfflineClient(
  settings: ServerSettings,
): Promise<{ door: CityClient; close(): Promise<void> }> {
  const { DATA_DIR } = settings
  if (await isServerRunning(DATA_DIR))
    throw new Error(`WasteSense is running on ${DATA_DIR}. Stop it first, or name it with --url.`)
  await finishRestore(DATA_DIR)
  const log = createLog('city', 'error')
  const store = openSqliteEventStore(path.join(DATA_DIR, 'log.db'))
  const vault = openSqliteVault(path.join(DATA_DIR, 'vault.db'), vaultKeyFileOf(settings))
  const stores = { store, vault, reads: openMemoryReadStore() }
  const finishChecks = await checkInstallation(stores, DATA_DIR)
  const [mail, sms] = [openMail(settings), openSmsSender(settings)]
  const pictures = openPictures(DATA_DIR, log, { alone: true })
  const opened = await openKernel({ ...stores, log, mail, sms, pictures }, settings)
  await finishChecks(opened)
  // Serves the API on loopback while the command runs.
  // Only this random token is accepted.
  const secret = randomBytes(32).toString('base64url')
  const verify = async (token: string) => (token === secret ? PRINCIPAL : undefined)
  const kernel = { ...opened, tokens: { ...opened.tokens, verify, verifyEnded: async () => undefined } }
  await openFirstZones(kernel)
  const runner = startProjectionRunner({ store, reads: kernel.reads, views: projectionViews, log })
  await runner.ready
  const push = await openPush(vault, '')
  const server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '', lag: {} }),
    mount(app) {
      createCommandApi(kernel, { mail, push, publicUrl: '' }).mount(app)
      mountReadRoutes(app, { ...kernel, runner }, kernel.keys.fingerprints)
    },
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  return {
    door: createCityClient(`http://127.0.0.1:${port}`, secret),
    async close() {
      await closeServer(server)
      await runner.stop()
      await Promise.all([mail.close(), sms.close(), store.close(), vault.close()])
    },
  }
}
