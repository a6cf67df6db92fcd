/** Entry point of the workers process: policies and jobs, with commands sent over HTTP. */
import { readYoloFolder } from '#ml/yolo/folder.ts'
import { healthReaders } from '#platform/auth/health-readers.ts'
import { lookAtServerClock, watchClock } from '#platform/clock-watch.ts'
import { readSettingsWith } from '#platform/distributed.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { healthFrom, type Stage } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { retire } from '#platform/http/retire.ts'
import { createHttpServer, listen } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { openLanguageModel } from '#platform/language-model/language-model.ts'
import { createLog } from '#platform/logging.ts'
import { createPatientStart } from '#platform/patient-start.ts'
import { picturePlaces } from '#platform/pictures/folders.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { openPool } from '#platform/pool/pool.ts'
import { runProcess } from '#platform/process.ts'
import { holdLease } from '#platform/read-store/leases.ts'
import { openMongoReadStore } from '#platform/read-store/mongodb.ts'
import { lookAtTables } from '#platform/read-store/serving.ts'
import { createCurrentRows } from '#platform/read-store/up-to-now.ts'
import { startTracing } from '#platform/tracing/tracing.ts'
import { lookAtAll, remembered } from '#platform/troubles.ts'
import { lookAtDatabase, lookAtPictures, watchStore } from '#platform/writable.ts'
import pkg from '../package.json' with { type: 'json' }
import { startWorkers } from './app.ts'
import { sendOverHttp } from './http-commands.ts'
import { mountPolicies } from './policies-door.ts'

/** Batching window in ms; a job may start this much later. */
const APART_MS = 50

await runProcess(async () => {
  const settings = readSettingsWith('EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'COMMAND_API_URL', 'TOKEN_SECRET')
  if (settings.YOLO_MODEL) await readYoloFolder(settings.YOLO_MODEL)
  const log = createLog('workers', settings.LOG_LEVEL)
  const starting = createPatientStart(log)
  const store = await starting.persist(() => openEventStoreDb(settings.EVENTSTORE_URL, { apartMs: APART_MS }))
  const reads = starting.patient(await starting.persist(() => openMongoReadStore(settings.MONGODB_URL)))
  const lease = await holdLease(reads, log)
  const jobs = await openRedisJobs(settings.REDIS_URL, log)
  const send = sendOverHttp(settings.COMMAND_API_URL, settings.TOKEN_SECRET)
  const pool = openPool()
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'workers', log)
  const pictures = openPictures(settings.DATA_DIR, log)
  const model = openLanguageModel(settings)
  const rows = createCurrentRows(store, reads)
  const yolo = settings.YOLO_MODEL
  const workers = startWorkers({ store, reads, jobs, rows, pictures, pool, yolo, model, send, log })

  let status: Stage = 'starting'
  const watched = watchStore(store)
  const clock = watchClock()
  const look = remembered(
    lookAtAll(
      watched.look,
      lookAtDatabase(reads),
      lookAtTables(reads),
      lookAtServerClock(reads, 'workers'),
      lookAtPictures(picturePlaces(settings.DATA_DIR)),
      async () => clock(),
      async () => workers.troubles(),
    ),
  )
  const server = createHttpServer({
    log,
    metrics: createMetrics({ token: settings.METRICS_TOKEN }),
    stage: () => status,
    async health() {
      const [position, troubles] = await Promise.all([watched.position(), look()])
      return healthFrom({ stage: status, version: pkg.version, position, lag: {} }, troubles)
    },
    mayReadHealth: healthReaders({ tokenSecret: settings.TOKEN_SECRET }),
    mount: (app) => mountPolicies(app, workers, settings.TOKEN_SECRET),
  })
  await listen(server, settings.PORT, settings.HOST)
  await workers.ready
  starting.over()
  status = 'ok'

  return {
    log,
    sound: workers.sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await retire(server)
      await workers.stop()
      await pool.close()
      await lease.end()
      await Promise.all([store.close(), reads.close(), tracing.stop()])
    },
  }
})
