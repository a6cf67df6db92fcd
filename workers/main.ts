/**
 * Entry point of the workers process.
 * Its jobs send commands over HTTP.
 */

import http from 'node:http'
import https from 'node:https'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { readYoloFolder } from '#ml/yolo/folder.ts'
import { createInternalAuthorization } from '#platform/auth/authorization-header.ts'
import { createHealthReadAuthorizer } from '#platform/auth/health-readers.ts'
import { checkServerClock, createClockJumpCheck } from '#platform/clock-watch.ts'
import { readRequiredSettings } from '#platform/distributed.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { cacheHealthCheck, combineHealthChecks } from '#platform/health-checks.ts'
import { shutDownGracefully } from '#platform/http/graceful-shutdown.ts'
import { type ProcessStage, summarizeHealth } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { openLanguageModel } from '#platform/language-model/language-model.ts'
import { createLog } from '#platform/logging.ts'
import { incomingFoldersOf } from '#platform/pictures/folders.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { runProcess } from '#platform/process.ts'
import { createCurrentRows } from '#platform/read-store/current-rows.ts'
import { startReaderLease } from '#platform/read-store/leases.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import { createTablesCheck } from '#platform/read-store/serving.ts'
import { createStartupRetry } from '#platform/startup-retry.ts'
import { getTraceHeaders, startTracing } from '#platform/tracing/tracing.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { createDatabaseCheck, createPictureFoldersCheck, watchStoreHealth } from '#platform/write-checks.ts'
import pkg from '../package.json' with { type: 'json' }
import { mountPolicyState, startWorkers } from './app.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns a function that sends a command.
 * It rejects unless the command was accepted, so the job is retried.
 * It uses Node's http client.
 * `fetch` takes more CPU time than the rest of a job.
 */
function sendOverHttp(commandApiUrl: string, tokenSecret: string): InternalCommandSender {
  const url = new URL('/internal/commands', commandApiUrl)
  const { Agent, request } = url.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true })
  const headers = { 'Content-Type': 'application/json', Authorization: createInternalAuthorization(tokenSecret) }

  /**
   * Sends a request body.
   * Resolves with the HTTP status after the complete response.
   */
  function post(body: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const length = { 'Content-Length': Buffer.byteLength(body) }
      const options = {
        method: 'POST',
        agent,
        headers: { ...headers, ...length, ...getTraceHeaders() },
        timeout: TIMEOUT_MS,
      }
      const asked = request(url, options, (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode))
        answer.resume()
      })
      asked.on('timeout', () => asked.destroy(new Error('command-api does not answer')))
      asked.on('error', reject).end(body)
    })
  }

  return async (commandId, command) => {
    const status = await post(JSON.stringify({ commandId, command }))
    if (status !== 200) throw new Error(`${commandId}: command-api answered ${status}`)
  }
}

/**
 * Pause in ms between two reads of the log, so that each read gets more events.
 * A job may start this much later.
 */
const APART_MS = 50

await runProcess(async () => {
  const settings = readRequiredSettings('EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'COMMAND_API_URL', 'TOKEN_SECRET')
  if (settings.YOLO_MODEL) await readYoloFolder(settings.YOLO_MODEL)
  const log = createLog('workers', settings.LOG_LEVEL)
  const starting = createStartupRetry(log)
  const store = await starting.persist(() =>
    openEventStoreDb(settings.EVENTSTORE_URL, { apartMs: APART_MS, folder: settings.DATA_DIR }),
  )
  const reads = starting.patient(await starting.persist(() => openMongoReadStore(settings.MONGODB_URL)))
  const lease = await startReaderLease(reads, log)
  const jobs = await openRedisJobs(settings.REDIS_URL, log)
  const send = sendOverHttp(settings.COMMAND_API_URL, settings.TOKEN_SECRET)
  const pool = openWorkerThreadPool()
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'workers', log)
  const pictures = openPictures(settings.DATA_DIR, log)
  const model = openLanguageModel(settings)
  const rows = createCurrentRows(store, reads)
  const yolo = settings.YOLO_MODEL
  const workers = startWorkers({ store, reads, jobs, rows, pictures, pool, yolo, model, send, log })

  let status: ProcessStage = 'starting'
  const watched = watchStoreHealth(store)
  const clock = createClockJumpCheck()
  const look = cacheHealthCheck(
    combineHealthChecks(
      watched.look,
      createDatabaseCheck(reads),
      createTablesCheck(reads),
      checkServerClock(reads, 'workers'),
      createPictureFoldersCheck(incomingFoldersOf(settings.DATA_DIR)),
      async () => clock(),
      async () => workers.troubles(),
    ),
  )
  const server = createHttpServer({
    log,
    metrics: createMetrics({ log, token: settings.METRICS_TOKEN }),
    stage: () => status,
    async health() {
      const [position, troubles] = await Promise.all([watched.position(), look()])
      return summarizeHealth({ stage: status, version: pkg.version, position, lag: {} }, troubles)
    },
    mayReadHealth: createHealthReadAuthorizer({ tokenSecret: settings.TOKEN_SECRET }),
    mount: (app) => mountPolicyState(app, workers, settings.TOKEN_SECRET),
  })
  await listenOnPort(server, settings.PORT, settings.HOST)
  await workers.ready
  starting.over()
  status = 'ok'

  return {
    log,
    sound: workers.sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await shutDownGracefully(server)
      await workers.stop()
      await pool.close()
      await lease.end()
      await Promise.all([store.close(), reads.close(), tracing.stop()])
    },
  }
})
