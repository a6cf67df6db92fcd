/** Runs the read side's process: read endpoints, feed and web app. */
import path from 'node:path'
import { createAuditHistory } from '#platform/audit-log/history.ts'
import { createHealthReadAuthorizer } from '#platform/auth/health-readers.ts'
import { createTokens } from '#platform/auth/tokens.ts'
import { checkServerClock, createClockJumpCheck } from '#platform/clock-watch.ts'
import type { ServerSettings } from '#platform/config.ts'
import { createFolderSizeReader, readDiskSpace } from '#platform/disk.ts'
import { openDistributedStores, readRequiredSettings } from '#platform/distributed.ts'
import { cacheHealthCheck, combineHealthChecks, type HealthCheck } from '#platform/health-checks.ts'
import { shutDownGracefully } from '#platform/http/graceful-shutdown.ts'
import { createPolicyFailuresFetcher, createProcessHealthCheck, type ProcessStage } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { mountOpenApi } from '#platform/http/openapi.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { createLog } from '#platform/logging.ts'
import { readModelCard } from '#platform/model-card.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { runProcess } from '#platform/process.ts'
import { createLogProver } from '#platform/proof/prover.ts'
import { startReaderLease } from '#platform/read-store/leases.ts'
import { openRedisLimiters } from '#platform/redis-limiters.ts'
import { createSealer } from '#platform/sealing.ts'
import { smsSettingsOf } from '#platform/sms/open-sms.ts'
import { startTracing } from '#platform/tracing/tracing.ts'
import { createDatabaseCheck, watchStoreHealth } from '#platform/write-checks.ts'
import pkg from '../package.json' with { type: 'json' }
import { checkProjectionsHealth } from './admin/health.ts'
import { metricsOf } from './admin/measures.ts'
import { MAX_FAILING_JOBS } from './admin/operations.ts'
import { mountReadRoutes, projectionViews } from './app.ts'
import { attachFeedServer } from './feed/feed.ts'
import { startProjectionRunner } from './runner/runner.ts'
import { createTimeTravel } from './time-travel/time-travel.ts'

/** Returns health checks of those other processes whose URLs are configured. */
function processProbes({ COMMAND_API_URL, WORKERS_URL, TOKEN_SECRET = '' }: ServerSettings): HealthCheck[] {
  const looks: HealthCheck[] = []
  if (COMMAND_API_URL)
    looks.push(
      createProcessHealthCheck(
        { name: 'command-api', url: COMMAND_API_URL, without: 'nothing can be saved', critical: true },
        TOKEN_SECRET,
      ),
    )
  if (WORKERS_URL)
    looks.push(
      createProcessHealthCheck(
        { name: 'workers', url: WORKERS_URL, without: 'alerts, notices and mails wait' },
        TOKEN_SECRET,
      ),
    )
  return looks
}

await runProcess(async () => {
  const settings = readRequiredSettings('EVENTSTORE_URL', 'MONGODB_URL', 'TOKEN_SECRET')
  const log = createLog('projections', settings.LOG_LEVEL)
  const { store, reads, vault, started, close } = await openDistributedStores(settings, log)
  const lease = await startReaderLease(reads, log)
  const sealer = createSealer(vault, log)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS: previous, WORKERS_URL } = settings
  const tokens = createTokens(bytes(TOKEN_SECRET), vault, previous ? bytes(previous) : undefined)
  const runner = startProjectionRunner({ store, reads, views: projectionViews, log })
  // Open the workers' job queue only to count its jobs.
  const jobs = settings.REDIS_URL ? await openRedisJobs(settings.REDIS_URL, log) : undefined
  const shared = settings.REDIS_URL ? openRedisLimiters(settings.REDIS_URL, TOKEN_SECRET, log) : undefined
  const fingerprintKey = await vault.installationKey('fingerprints')

  let status: ProcessStage = 'starting'
  const clock = createClockJumpCheck()
  const prover = createLogProver({ store, vault, dataDir: settings.DATA_DIR })
  const look = cacheHealthCheck(
    combineHealthChecks(
      watchStoreHealth(store).look,
      createDatabaseCheck(reads),
      checkServerClock(reads, 'projections'),
      async () => clock(),
      async () => prover.problems(),
    ),
  )
  const everywhere = cacheHealthCheck(combineHealthChecks(look, ...processProbes(settings)))
  const disk = () => readDiskSpace(settings.DATA_DIR)
  const policies = WORKERS_URL ? createPolicyFailuresFetcher(WORKERS_URL, TOKEN_SECRET) : undefined
  const installation = {
    status: () => status,
    ...(jobs && { queue: jobs.counts, failing: () => jobs.failing(MAX_FAILING_JOBS) }),
    disk,
    sizes: createFolderSizeReader(settings.DATA_DIR),
    look: everywhere,
    ...(policies && { policies }),
  }
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'projections', log)
  const pictures = openPictures(settings.DATA_DIR, log)
  const past = createTimeTravel({ store, dataDir: settings.DATA_DIR, clock: () => new Date(), log })
  const modelCard = await readModelCard(log)
  const history = createAuditHistory({ store, dataDir: settings.DATA_DIR })
  const parts = {
    limiters: shared?.limiters,
    prover,
    past,
    history,
    modelCard,
    pictures,
    installation,
    phoneTraffic: shared?.phoneTraffic,
    phoneSettings: smsSettingsOf(settings),
    clock: () => new Date(),
  }
  const { MAP_STYLE_URL: mapStyleUrl } = settings
  const reading = { ...parts, reads, sealer, tokens, vault, runner, log, mapStyleUrl }
  const server = createHttpServer({
    log,
    proxies: settings.TRUST_PROXY,
    metrics: createMetrics({ log, token: settings.METRICS_TOKEN, measures: metricsOf(reading) }),
    webRoot: path.join(import.meta.dirname, '../dist/web'),
    mapStyleUrl,
    health: () => checkProjectionsHealth(runner, status, look),
    stage: () => status,
    mayReadHealth: createHealthReadAuthorizer({ tokens, tokenSecret: settings.TOKEN_SECRET }),
    mount(app) {
      mountReadRoutes(app, reading, fingerprintKey)
      mountOpenApi(app, pkg.version)
    },
  })
  const feed = attachFeedServer(server, { ...reading, store })
  // `runner.ready` rejects if the log is damaged, even after the rows are served.
  // The process then ends.
  const sound = runner.ready
  await runner.serves
  await listenOnPort(server, settings.PORT, settings.HOST)
  started()
  status = 'ok'
  log.info({ port: settings.PORT }, 'projections is listening')

  return {
    log,
    sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await shutDownGracefully(server, { last: feed.close, isBehindProxy: settings.TRUST_PROXY !== undefined })
      await runner.stop()
      await past.close()
      prover.close()
      await history.close()
      await jobs?.close()
      shared?.close()
      await tracing.stop()
      await lease.end()
      await close()
    },
  }
})
