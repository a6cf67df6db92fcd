/** The workers as a process of their own: policies and jobs, with commands sent over HTTP. */
import { readSettingsWith } from '#platform/distributed.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { closeServer, createHttpServer, type Health, listen } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { createLog } from '#platform/logging.ts'
import { runProcess } from '#platform/process.ts'
import pkg from '../package.json' with { type: 'json' }
import { startWorkers } from './app.ts'
import { sendOverHttp } from './http-commands.ts'

await runProcess(async () => {
  const settings = readSettingsWith('EVENTSTORE_URL', 'REDIS_URL', 'COMMAND_API_URL', 'TOKEN_SECRET')
  const log = createLog('workers', settings.LOG_LEVEL)
  const store = await openEventStoreDb(settings.EVENTSTORE_URL)
  const jobs = await openRedisJobs(settings.REDIS_URL, log)
  const send = sendOverHttp(settings.COMMAND_API_URL, settings.TOKEN_SECRET)
  const workers = startWorkers(store, jobs, send, log)

  let status: Health['status'] = 'starting'
  const server = createHttpServer({
    log,
    health: async () => ({ status, version: pkg.version, position: String(Math.max(0, await store.head())), lag: {} }),
    mount: () => undefined,
  })
  await listen(server, settings.PORT, settings.HOST)
  await workers.ready
  status = 'ok'

  return {
    log,
    async stop() {
      status = 'stopping'
      await closeServer(server)
      await workers.stop()
      await store.close()
    },
  }
})
