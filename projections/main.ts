/** The read side as a process of its own: GETs, the realtime feed, and the built web app. */
import path from 'node:path'
import { createTokens } from '#platform/auth/tokens.ts'
import { diskOf } from '#platform/disk.ts'
import { openStores, readSettingsWith } from '#platform/distributed.ts'
import { mountOpenApi } from '#platform/http/openapi.ts'
import { closeServer, createHttpServer, type Health, listen } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { createLog } from '#platform/logging.ts'
import { runProcess } from '#platform/process.ts'
import { createSealer } from '#platform/sealing.ts'
import pkg from '../package.json' with { type: 'json' }
import { mountReads, views } from './app.ts'
import { attachFeed } from './feed/feed.ts'
import { healthOf } from './health.ts'
import { startRunner } from './runner/runner.ts'

await runProcess(async () => {
  const settings = readSettingsWith('EVENTSTORE_URL', 'MONGODB_URL', 'TOKEN_SECRET')
  const log = createLog('projections', settings.LOG_LEVEL)
  const { store, reads, vault, close } = await openStores(settings)
  const sealer = createSealer(vault)
  const tokens = createTokens(new TextEncoder().encode(settings.TOKEN_SECRET), vault)
  const runner = startRunner({ store, reads, views, log })
  // The workers' queue, only to count what is in it.
  const jobs = settings.REDIS_URL ? await openRedisJobs(settings.REDIS_URL, log) : undefined
  const fingerprintKey = await vault.installationKey('fingerprints')

  let status: Health['status'] = 'starting'
  const installation = { status: () => status, queue: jobs?.counts, disk: () => diskOf(settings.DATA_DIR) }
  const reading = { reads, sealer, tokens, runner, log, clock: () => new Date(), installation }
  const server = createHttpServer({
    log,
    behindProxy: true,
    webRoot: path.join(import.meta.dirname, '../dist/web'),
    health: () => healthOf(runner, status),
    mount(app) {
      mountReads(app, reading, fingerprintKey)
      mountOpenApi(app, pkg.version)
    },
  })
  const feed = attachFeed(server, { ...reading, store })
  await runner.ready
  await listen(server, settings.PORT, settings.HOST)
  status = 'ok'
  log.info({ port: settings.PORT }, 'projections is listening')

  return {
    log,
    async stop() {
      status = 'stopping'
      const closing = closeServer(server)
      await feed.close()
      await closing
      await runner.stop()
      await jobs?.close()
      await close()
    },
  }
})
