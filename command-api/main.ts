/** The command side as a process of its own: writes and sign-in. */
import { publicUrl } from '#platform/config.ts'
import { openStores, readSettingsWith } from '#platform/distributed.ts'
import { closeServer, createHttpServer, type Health, listen } from '#platform/http/server.ts'
import { createLog } from '#platform/logging.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { runProcess } from '#platform/process.ts'
import pkg from '../package.json' with { type: 'json' }
import { createCommandApi } from './app.ts'
import { mountInternal } from './internal-routes.ts'
import { openKernel } from './kernel/open-kernel.ts'
import { seedDemo, seedZones } from './seed.ts'

await runProcess(async () => {
  const settings = readSettingsWith('EVENTSTORE_URL', 'MONGODB_URL', 'TOKEN_SECRET')
  const log = createLog('command-api', settings.LOG_LEVEL)
  const stores = await openStores(settings)
  const kernel = await openKernel({ ...stores, log }, settings.TOKEN_SECRET)
  const mail = openMail(settings)
  const commandApi = createCommandApi(kernel, { mail, publicUrl: publicUrl(settings) })

  let status: Health['status'] = 'starting'
  const server = createHttpServer({
    log,
    behindProxy: true,
    health: async () => ({
      status,
      version: pkg.version,
      position: String(Math.max(0, await stores.store.head())),
      lag: {},
    }),
    mount(app) {
      commandApi.mount(app)
      mountInternal(app, commandApi.send, settings.TOKEN_SECRET)
    },
  })
  await seedZones(kernel)
  const password = settings.SEED === 'demo' ? await seedDemo(kernel, settings.SEED_PASSWORD) : undefined
  if (password) console.log(`Password of the seeded accounts (shown this once): ${password}`)
  await listen(server, settings.PORT, settings.HOST)
  status = 'ok'
  log.info({ port: settings.PORT }, 'command-api is listening')

  return {
    log,
    async stop() {
      status = 'stopping'
      await closeServer(server)
      await Promise.all([mail.close(), stores.close()])
    },
  }
})
