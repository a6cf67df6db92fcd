/**
 * Runs the embedded installation, the default: one process, on SQLite.
 * Postgres runs in memory while there are jobs.
 */

import path from 'node:path'
import { createCommandApi } from '#command-api/app.ts'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import { openKernel } from '#command-api/kernel/kernel.ts'
import { recordMailServerPresence } from '#command-api/settings/mail-server.ts'
import { checkInstallation } from '#command-api/start-checks.ts'
import { readYoloFolder } from '#ml/yolo/folder.ts'
import { createAuditHistory } from '#platform/audit-log/history.ts'
import { createHealthReadAuthorizer } from '#platform/auth/health-readers.ts'
import { openBackupSocket } from '#platform/backup/admin-socket.ts'
import { isCopyable } from '#platform/backup/copy.ts'
import { finishRestore } from '#platform/backup/restore.ts'
import { checkServerClock, createClockJumpCheck } from '#platform/clock-watch.ts'
import { publicUrlOf, readSettings, vaultKeyFileOf } from '#platform/config.ts'
import { createFolderSizeReader, readDiskSpace } from '#platform/disk.ts'
import { loadJobsOpener, openEmbeddedStores, openSharedLimiters } from '#platform/embedded.ts'
import { cacheHealthCheck, combineHealthChecks, createFirstProblemHealthCheck } from '#platform/health-checks.ts'
import { shutDownGracefully } from '#platform/http/graceful-shutdown.ts'
import type { ProcessStage } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { mountOpenApi } from '#platform/http/openapi.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import type { JobQueue } from '#platform/jobs/jobs.ts'
import { openLanguageModel } from '#platform/language-model/language-model.ts'
import { createLog } from '#platform/logging.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { readModelCard } from '#platform/model-card.ts'
import { createDemoPhones } from '#platform/phone/demo-phones.ts'
import { incomingFoldersOf } from '#platform/pictures/folders.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { makeFolderPrivate } from '#platform/private-files.ts'
import { printStartMessage, type RunningProcess, runProcess } from '#platform/process.ts'
import { createLogProver } from '#platform/proof/prover.ts'
import { openPush } from '#platform/push/web-push.ts'
import { startReaderLease } from '#platform/read-store/leases.ts'
import { openSmsSender, smsSettingsOf } from '#platform/sms/open-sms.ts'
import { startTracing, traceAppends } from '#platform/tracing/tracing.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import {
  createDatabaseCheck,
  createFolderCheck,
  createPictureFoldersCheck,
  createRowsFileCheck,
  watchStoreHealth,
} from '#platform/write-checks.ts'
import { checkProjectionsHealth } from '#projections/admin/health.ts'
import { metricsOf } from '#projections/admin/measures.ts'
import { MAX_FAILING_JOBS } from '#projections/admin/operations.ts'
import { mountReadRoutes, projectionViews } from '#projections/app.ts'
import { attachFeedServer } from '#projections/feed/feed.ts'
import { memoryLayoutOf } from '#projections/queries/memory-layout.ts'
import { startProjectionRunner } from '#projections/runner/runner.ts'
import { createTimeTravel } from '#projections/time-travel/time-travel.ts'
import { policiesStateOf, startWorkers, type Workers } from '#workers/app.ts'
import { isDemoAccountListAllowed, prepareDemoCity, seedInstallation } from './demo/installation.ts'
import pkg from './package.json' with { type: 'json' }

async function start(): Promise<RunningProcess> {
  const settings = readSettings(process.env)
  const { DATA_DIR, HOST, PORT } = settings
  const log = createLog(
    'wastesense',
    settings.LOG_LEVEL === 'info' && process.stdout.isTTY ? 'warn' : settings.LOG_LEVEL,
  )
  const repaired = makeFolderPrivate(DATA_DIR, vaultKeyFileOf(settings))
  if (repaired) log.warn(repaired)
  await finishRestore(DATA_DIR)
  if (settings.YOLO_MODEL) await readYoloFolder(settings.YOLO_MODEL)
  const opened = await openEmbeddedStores(settings, log, memoryLayoutOf)
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'wastesense', log)
  const { store, look: lookAtStore } = watchStoreHealth(traceAppends(opened.store))
  const ports = { ...opened, store }
  const lease = await startReaderLease(ports.reads, log)
  const finishChecks = await checkInstallation(ports, DATA_DIR)

  const mail = openMail(settings)
  const demo = isDemoAccountListAllowed(settings)
  const demoPhones = demo ? createDemoPhones() : undefined
  const sender = openSmsSender(settings)
  const sms = demoPhones?.arriving(sender, { isOutbox: settings.SMS_GATEWAY === undefined }) ?? sender
  // If the log is a SQLite database, no other process uses the data folder.
  const pictures = openPictures(DATA_DIR, log, { alone: isCopyable(opened.store) })
  const shared = await openSharedLimiters(settings, log)
  const limits = shared && {
    limiters: shared.limiters,
    phoneSessions: shared.phoneSessions,
    phoneTraffic: shared.phoneTraffic,
  }
  const kernel = await openKernel({ ...ports, log, mail, sms, pictures, ...limits }, settings)
  await finishChecks(kernel)

  const push = await openPush(kernel.vault, publicUrlOf(settings))
  const model = openLanguageModel(settings)
  const prover = createLogProver({ store, vault: kernel.vault, dataDir: DATA_DIR })
  const outside = {
    mail,
    push,
    sms,
    smsPerDay: settings.SMS_PER_DAY,
    publicUrl: publicUrlOf(settings),
    demo,
    ...(demoPhones && { demoPhones }),
    llm: model !== undefined,
    prover,
  }
  let jobs: JobQueue | undefined
  const commandApi = createCommandApi(kernel, { ...outside, retryJob: async (id) => (await jobs?.retry(id)) ?? false })

  const runner = startProjectionRunner({ store, reads: ports.reads, views: projectionViews, log })
  let status: ProcessStage = 'starting'
  let workers: Workers | undefined
  const clock = createClockJumpCheck()
  const looks = [
    createFirstProblemHealthCheck(createFolderCheck(DATA_DIR), createPictureFoldersCheck(incomingFoldersOf(DATA_DIR))),
    lookAtStore,
    settings.MONGODB_URL ? createDatabaseCheck(ports.reads) : createRowsFileCheck(ports.reads),
    checkServerClock(ports.reads, 'this process'),
    async () => clock(),
    async () => prover.problems(),
    async () => workers?.troubles() ?? [],
  ]
  const look = cacheHealthCheck(combineHealthChecks(...looks))
  const installation = {
    status: () => status,
    disk: () => readDiskSpace(DATA_DIR),
    look,
    queue: async () => jobs?.counts(),
    failing: async () => jobs?.failing(MAX_FAILING_JOBS),
    sizes: createFolderSizeReader(DATA_DIR),
    policies: async () => workers && policiesStateOf(workers),
  }
  const timeTravel = createTimeTravel({ store, dataDir: DATA_DIR, clock: kernel.clock, log })
  const history = createAuditHistory({ store, dataDir: DATA_DIR })
  const readable = { runner, installation, prover, past: timeTravel, history, modelCard: await readModelCard(log) }
  const { MAP_STYLE_URL: mapStyleUrl } = settings
  const reading = { ...kernel, ...readable, mapStyleUrl, phoneSettings: smsSettingsOf(settings) }

  const server = createHttpServer({
    log,
    webRoot: path.join(import.meta.dirname, 'dist/web'),
    mapStyleUrl,
    metrics: createMetrics({ log, token: settings.METRICS_TOKEN, measures: metricsOf(reading) }),
    proxies: settings.TRUST_PROXY,
    health: () => checkProjectionsHealth(runner, status, look),
    stage: () => status,
    mayReadHealth: createHealthReadAuthorizer({ tokens: kernel.tokens, tokenSecret: settings.TOKEN_SECRET }),
    mount(app) {
      commandApi.mount(app)
      mountReadRoutes(app, reading, kernel.keys.fingerprints, { demo })
      mountOpenApi(app, pkg.version)
    },
  })
  const feed = attachFeedServer(server, reading)

  await openFirstZones(kernel)
  await recordMailServerPresence(kernel, settings.SMTP_URL !== undefined)
  const password = await seedInstallation(kernel, runner, settings)
  await runner.ready
  const backupSocket = await openBackupSocket(DATA_DIR, opened, log)
  const startCity = await prepareDemoCity(kernel, settings)
  // Loads the job queue's modules before the server accepts connections.
  // Loading them blocks the thread.
  const openJobs = await loadJobsOpener(settings, log)
  const port = await listenOnPort(server, PORT, HOST)
  status = 'ok'

  // Opens the job queue after the server listens.
  // Due jobs start the embedded queue, which occupies a core.
  jobs = await openJobs()
  const pool = openWorkerThreadPool()
  const detectors = { yolo: settings.YOLO_MODEL, model }
  const work = { reads: ports.reads, rows: kernel.rows, pictures, pool, ...detectors, send: commandApi.send, log }
  const started = startWorkers({ store, jobs, ...work })
  workers = started
  const city = startCity?.(commandApi.reportFor, started, pool)
  printStartMessage(settings, port, password)

  return {
    log,
    // Rejects if the workers find damage in the log.
    // Only the workers read the whole log.
    sound: started.sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await shutDownGracefully(server, { last: feed.close, isBehindProxy: settings.TRUST_PROXY !== undefined })
      backupSocket?.close()
      await city?.live.stop()
      await started.stop()
      await pool.close()
      await city?.pastForecasts
      await runner.stop()
      await timeTravel.close()
      prover.close()
      await history.close()
      // Closes the read store before the event log, because its last writes read the log's newest event.
      await lease.end()
      shared?.close()
      await ports.reads.close()
      await Promise.all([mail.close(), sms.close(), store.close(), ports.vault.close(), tracing.stop()])
    },
  }
}

await runProcess(start)
