/**
 * Runs the embedded default: all processes in one, on SQLite.
 * Postgres runs in memory while there are jobs.
 */
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { reapplyErasures } from '#command-api/accounts/reapply-erasures.ts'
import { checkVault } from '#command-api/accounts/vault-check.ts'
import { createCommandApi } from '#command-api/app.ts'
import { openFirstZones } from '#command-api/internal-commands/first-zones.ts'
import { seedDemo } from '#command-api/internal-commands/seed.ts'
import { openInstallation } from '#command-api/kernel/installation.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { openKernel } from '#command-api/kernel/open-kernel.ts'
import { declareRestore, refuseRolledBackLog } from '#command-api/kernel/restored-log.ts'
import { setMailServer } from '#command-api/settings/mail-server.ts'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { readYoloFolder } from '#ml/yolo/folder.ts'
import { createHistory } from '#platform/audit-log/history.ts'
import { healthReaders } from '#platform/auth/health-readers.ts'
import { openAdminSocket } from '#platform/backup/admin-socket.ts'
import { copyDatabases, isCopyable } from '#platform/backup/copy.ts'
import { finishRestore } from '#platform/backup/restore.ts'
import { checkServerClock, watchClock } from '#platform/clock-watch.ts'
import { publicUrl, readSettings, type Settings, vaultKeyFile } from '#platform/config.ts'
import { diskOf, watchSizes } from '#platform/disk.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { allChecks, cachedCheck, firstFailingCheck } from '#platform/health-checks.ts'
import { shutDownGracefully } from '#platform/http/graceful-shutdown.ts'
import type { Stage } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { mountOpenApi } from '#platform/http/openapi.ts'
import { createHttpServer, listen } from '#platform/http/server.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { openLanguageModel } from '#platform/language-model/language-model.ts'
import { createLog, type Log } from '#platform/logging.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { readModelCard } from '#platform/model-card.ts'
import { incomingFolders } from '#platform/pictures/folders.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { makePrivate } from '#platform/private-files.ts'
import { type Running, runProcess } from '#platform/process.ts'
import { createProver } from '#platform/proof/prover.ts'
import { openPush } from '#platform/push/open-push.ts'
import { startLease } from '#platform/read-store/leases.ts'
import { marksOf } from '#platform/read-store/log-marks.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { startTracing, traceAppends } from '#platform/tracing/tracing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { openPool, type Pool } from '#platform/worker-threads/pool.ts'
import { checkDatabase, checkFolder, checkPictureFolders, checkRowsFile, watchStore } from '#platform/write-checks.ts'
import { healthOf } from '#projections/admin/health.ts'
import { measuresOf } from '#projections/admin/measures.ts'
import { MAX_FAILING } from '#projections/admin/operations.ts'
import { mountReads, views } from '#projections/app.ts'
import { attachFeed } from '#projections/feed/feed.ts'
import { layoutOf } from '#projections/queries/memory-layout.ts'
import { startRunner } from '#projections/runner/runner.ts'
import { createTimeTravel } from '#projections/time-travel/time-travel.ts'
import { startWorkers, type Workers } from '#workers/app.ts'
import { policiesState } from '#workers/policies-endpoint.ts'
import { startLiveCity } from './demo/live.ts'
import { seedPastForecasts } from './demo/past-forecasts.ts'
import { switchOnCity } from './demo/switch-on.ts'
import { hasCity, seedDemoYear } from './demo/year.ts'
import pkg from './package.json' with { type: 'json' }

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

async function start(): Promise<Running> {
  const settings = readSettings(process.env)
  const { DATA_DIR, HOST, PORT } = settings
  const log = createLog(
    'wastesense',
    settings.LOG_LEVEL === 'info' && process.stdout.isTTY ? 'warn' : settings.LOG_LEVEL,
  )
  const repaired = makePrivate(DATA_DIR, vaultKeyFile(settings))
  if (repaired) log.warn(repaired)
  await finishRestore(DATA_DIR)
  if (settings.YOLO_MODEL) await readYoloFolder(settings.YOLO_MODEL)
  const opened = await openPorts(settings, log)
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'wastesense', log)
  const { store, look: lookAtStore } = watchStore(traceAppends(opened.store))
  const ports = { ...opened, store }
  const lease = await startLease(ports.reads, log)

  await openInstallation(ports, new Date())
  await refuseRolledBackLog({ ...ports, dataDir: DATA_DIR })
  const declared = await declareRestore({ ...ports, dataDir: DATA_DIR })
  const followed = await checkVault({ ...ports, dataDir: DATA_DIR })
  const mail = openMail(settings)
  // The process that owns the log file owns its folder.
  const pictures = openPictures(DATA_DIR, log, { alone: isCopyable(opened.store) })
  const shared = await openSharedLimiters(settings, log)
  const kernel = await openKernel({ ...ports, log, mail, pictures, ...shared?.limits }, settings)
  await reapplyErasures(kernel, followed)
  declared()
  const seed = settings.SEED ?? 'demo'
  const demo = seed === 'demo' && LOOPBACK.includes(HOST) && settings.TRUST_PROXY === undefined
  const push = await openPush(kernel.vault, publicUrl(settings))
  const model = openLanguageModel(settings)
  const prover = createProver({ store, vault: kernel.vault, dataDir: DATA_DIR })
  const outside = { mail, push, publicUrl: publicUrl(settings), demo, llm: model !== undefined, prover }
  let jobs: Jobs | undefined
  const commandApi = createCommandApi(kernel, { ...outside, retryJob: async (id) => (await jobs?.retry(id)) ?? false })
  const runner = startRunner({ store, reads: ports.reads, views, log })
  let status: Stage = 'starting'
  let workers: Workers | undefined
  const clock = watchClock()
  const looks = [
    firstFailingCheck(checkFolder(DATA_DIR), checkPictureFolders(incomingFolders(DATA_DIR))),
    lookAtStore,
    settings.MONGODB_URL ? checkDatabase(ports.reads) : checkRowsFile(ports.reads),
    checkServerClock(ports.reads, 'this process'),
    async () => clock(),
    async () => workers?.troubles() ?? [],
  ]
  const look = cachedCheck(allChecks(...looks))
  const installation = {
    status: () => status,
    disk: () => diskOf(DATA_DIR),
    look,
    queue: async () => jobs?.counts(),
    failing: async () => jobs?.failing(MAX_FAILING),
    sizes: watchSizes(DATA_DIR),
    policies: async () => workers && policiesState(workers),
  }
  const timeTravel = createTimeTravel({ store, dataDir: DATA_DIR, clock: kernel.clock, log })
  const history = createHistory({ store, dataDir: DATA_DIR })
  const readable = { runner, installation, prover, past: timeTravel, history, modelCard: await readModelCard(log) }
  const { MAP_STYLE_URL: mapStyleUrl } = settings
  const reading = { ...kernel, ...readable, mapStyleUrl }

  const server = createHttpServer({
    log,
    webRoot: path.join(import.meta.dirname, 'dist/web'),
    mapStyleUrl,
    metrics: createMetrics({ token: settings.METRICS_TOKEN, measures: measuresOf(reading) }),
    proxies: settings.TRUST_PROXY,
    health: () => healthOf(runner, status, look),
    stage: () => status,
    mayReadHealth: healthReaders({ tokens: kernel.tokens, tokenSecret: settings.TOKEN_SECRET }),
    mount(app) {
      commandApi.mount(app)
      mountReads(app, reading, kernel.keys.fingerprints, { demo })
      mountOpenApi(app, pkg.version)
    },
  })
  const feed = attachFeed(server, reading)
  await openFirstZones(kernel)
  await setMailServer(kernel, settings.SMTP_URL !== undefined)
  if (seed === 'demo' && settings.SEED_HISTORY === 'year') await seedDemoYear(kernel, runner)
  const password = seed === 'demo' ? await seedDemo(kernel, settings.SEED_PASSWORD) : undefined
  await runner.ready
  const backupSocket = await openBackupSocket(settings, opened.store, opened.vault, log)
  const isDemoCity = seed === 'demo' && (await hasCity(kernel))
  if (isDemoCity) await switchOnCity(kernel)
  // Loading the queue's modules and writing the compile cache block the thread: no board is connected yet.
  const openJobs = await loadJobs(settings, log)
  flushCompileCache()
  const port = await listen(server, PORT, HOST)
  status = 'ok'
  // Opens the queue after the first board can be served.
  // Due jobs start the embedded queue, which keeps a core busy.
  jobs = await openJobs()
  const pool = openPool()
  const detectors = { yolo: settings.YOLO_MODEL, model }
  const work = { reads: ports.reads, rows: kernel.rows, pictures, pool, ...detectors, send: commandApi.send, log }
  const started = startWorkers({ store, jobs, ...work })
  workers = started
  const city = isDemoCity ? startLiveCity(kernel, commandApi.reportFor) : undefined
  const foreseen = isDemoCity ? addPastForecasts(started, kernel, pool) : undefined
  announce(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`, DATA_DIR, seed === 'demo', password)

  return {
    log,
    // The workers read the whole log, unlike anything before them.
    sound: started.sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await shutDownGracefully(server, { last: feed.close, isBehindProxy: settings.TRUST_PROXY !== undefined })
      backupSocket?.close()
      await city?.stop()
      await started.stop()
      await pool.close()
      await foreseen
      await runner.stop()
      await timeTravel.close()
      prover.close()
      await history.close()
      // Final writes refer to the log's newest event.
      await lease.end()
      shared?.close()
      await ports.reads.close()
      await Promise.all([mail.close(), store.close(), ports.vault.close(), tracing.stop()])
    },
  }
}

/** Adds the demo's past forecasts; a failure is only logged, and the next start resumes. */
async function addPastForecasts({ ready }: Workers, kernel: Kernel, pool: Pool): Promise<void> {
  try {
    await ready
    await seedPastForecasts(kernel, pool)
  } catch (error) {
    kernel.log.warn({ err: error }, "the demo's past forecasts are not complete; the next start goes on with them")
  }
}

/** Opens the backup socket if this process owns both databases. */
async function openBackupSocket({ DATA_DIR }: Settings, log: object, vault: object, say: Log) {
  if (!isCopyable(log) || !isCopyable(vault)) return undefined
  try {
    return await openAdminSocket(DATA_DIR, (folder) => copyDatabases({ log, vault }, folder))
  } catch (error) {
    say.warn({ err: error }, 'no backup can be taken while this runs: the socket for it could not be made')
    return undefined
  }
}

/**
 * Opens the ports.
 * EVENTSTORE_URL and MONGODB_URL each switch their ports to the distributed backing.
 */
async function openPorts(settings: Settings, log: Log) {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = settings
  const keyFile = vaultKeyFile(settings)
  const inFolder = (file: string) => path.join(DATA_DIR, file)
  // Unused clients are not loaded; they cost a third of a start's time.
  const store = EVENTSTORE_URL
    ? await (await import('#platform/event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL)
    : openSqliteEventStore(inFolder('log.db'), (sentence) => log.warn(sentence))
  return {
    store,
    vault: MONGODB_URL
      ? await (await import('#platform/vault/mongodb.ts')).openMongoVault(MONGODB_URL, keyFile)
      : openSqliteVault(inFolder('vault.db'), keyFile),
    reads: MONGODB_URL
      ? await (await import('#platform/read-store/mongodb.ts')).openMongoReadStore(MONGODB_URL)
      : await openRows(inFolder('views.db'), store, log),
  }
}

/**
 * Opens rows in a file beside an embedded log.
 * With another log they are in memory and rebuilt at each start.
 */
async function openRows(file: string, store: EventStore, log: Log): Promise<ReadStore> {
  if (!isCopyable(store)) return (await import('#platform/read-store/memory.ts')).openMemoryReadStore()
  const { openSqliteReadStore } = await import('#platform/read-store/sqlite.ts')
  return openSqliteReadStore(file, { layoutOf, marks: marksOf(store), log })
}

/** Opens counters shared by processes, if REDIS_URL and a common secret are set. */
async function openSharedLimiters({ REDIS_URL, TOKEN_SECRET }: Settings, log: Log) {
  if (!REDIS_URL || !TOKEN_SECRET) return undefined
  const { openRedisLimiters } = await import('#platform/redis-limiters.ts')
  const { limiters, close } = openRedisLimiters(REDIS_URL, TOKEN_SECRET, log)
  return { limits: { limiters }, close }
}

/**
 * Loads the queue on Redis if REDIS_URL is set, or the embedded one.
 * Returns the function that opens it.
 */
async function loadJobs({ REDIS_URL }: Settings, log: Log): Promise<() => Jobs | Promise<Jobs>> {
  if (!REDIS_URL) {
    const { openEmbeddedJobs } = await import('#platform/jobs/pglite.ts')
    return () => openEmbeddedJobs(log)
  }
  const { openRedisJobs } = await import('#platform/jobs/redis.ts')
  return () => openRedisJobs(REDIS_URL, log)
}

function announce(address: string, dataDir: string, seeded: boolean, password: string | undefined): void {
  console.log(
    `\nWasteSense is running at ${address}\n  API reference  ${address}/api/docs\n  Data           ${path.resolve(dataDir)}`,
  )
  if (!seeded) return
  console.log('\n  Accounts')
  for (const { identifier, label } of DEMO_ACCOUNTS) console.log(`    ${identifier.padEnd(28)} ${label}`)
  console.log(
    password
      ? `  Password of all of them (shown this once): ${password}\n`
      : '  Password: as set or shown at the first start.\n',
  )
}

await runProcess(start)
