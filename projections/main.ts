/** Runs the read side as a process: GETs, feed and web app. */
import path from 'node:path'
import { healthReaders } from '#platform/auth/health-readers.ts'
import { createTokens } from '#platform/auth/tokens.ts'
import { lookAtServerClock, watchClock } from '#platform/clock-watch.ts'
import type { Settings } from '#platform/config.ts'
import { diskOf, watchSizes } from '#platform/disk.ts'
import { openStores, readSettingsWith } from '#platform/distributed.ts'
import { createHistory } from '#platform/history/history.ts'
import type { Stage } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { mountOpenApi } from '#platform/http/openapi.ts'
import { retire } from '#platform/http/retire.ts'
import { createHttpServer, listen } from '#platform/http/server.ts'
import { askPolicies, lookAtProcess } from '#platform/http/siblings.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { createLog } from '#platform/logging.ts'
import { readModelCard } from '#platform/model-card.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { runProcess } from '#platform/process.ts'
import { createProver } from '#platform/proof/prover.ts'
import { holdLease } from '#platform/read-store/leases.ts'
import { openRedisLimiters } from '#platform/redis-limiters.ts'
import { createSealer } from '#platform/sealing.ts'
import { startTracing } from '#platform/tracing/tracing.ts'
import { type Look, lookAtAll, remembered } from '#platform/troubles.ts'
import { lookAtDatabase, watchStore } from '#platform/writable.ts'
import pkg from '../package.json' with { type: 'json' }
import { healthOf } from './admin/health.ts'
import { measuresOf } from './admin/measures.ts'
import { MOST_FAILING } from './admin/operations.ts'
import { mountReads, views } from './app.ts'
import { attachFeed } from './feed/feed.ts'
import { createPast } from './past/past.ts'
import { startRunner } from './runner/runner.ts'

/** Returns health probes of the other processes with known URLs. */
function siblings({ COMMAND_API_URL, WORKERS_URL, TOKEN_SECRET = '' }: Settings): Look[] {
  const looks: Look[] = []
  if (COMMAND_API_URL)
    looks.push(
      lookAtProcess(
        { name: 'command-api', url: COMMAND_API_URL, without: 'nothing can be saved', critical: true },
        TOKEN_SECRET,
      ),
    )
  if (WORKERS_URL)
    looks.push(
      lookAtProcess({ name: 'workers', url: WORKERS_URL, without: 'alerts, notices and mails wait' }, TOKEN_SECRET),
    )
  return looks
}

await runProcess(async () => {
  const settings = readSettingsWith('EVENTSTORE_URL', 'MONGODB_URL', 'TOKEN_SECRET')
  const log = createLog('projections', settings.LOG_LEVEL)
  const { store, reads, vault, started, close } = await openStores(settings, log)
  const lease = await holdLease(reads, log)
  const sealer = createSealer(vault, log)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS: previous, WORKERS_URL } = settings
  const tokens = createTokens(bytes(TOKEN_SECRET), vault, previous ? bytes(previous) : undefined)
  const runner = startRunner({ store, reads, views, log })
  // Opens the workers' queue only to count its jobs.
  const jobs = settings.REDIS_URL ? await openRedisJobs(settings.REDIS_URL, log) : undefined
  const shared = settings.REDIS_URL ? openRedisLimiters(settings.REDIS_URL, TOKEN_SECRET, log) : undefined
  const fingerprintKey = await vault.installationKey('fingerprints')

  let status: Stage = 'starting'
  const clock = watchClock()
  const look = remembered(
    lookAtAll(watchStore(store).look, lookAtDatabase(reads), lookAtServerClock(reads, 'projections'), async () =>
      clock(),
    ),
  )
  const everywhere = remembered(lookAtAll(look, ...siblings(settings)))
  const disk = () => diskOf(settings.DATA_DIR)
  const policies = WORKERS_URL ? askPolicies(WORKERS_URL, TOKEN_SECRET) : undefined
  const installation = {
    status: () => status,
    ...(jobs && { queue: jobs.counts, failing: () => jobs.failing(MOST_FAILING) }),
    ...{ disk, sizes: watchSizes(settings.DATA_DIR) },
    look: everywhere,
    ...(policies && { policies }),
  }
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'projections', log)
  const pictures = openPictures(settings.DATA_DIR, log)
  const prover = createProver({ store, vault, dataDir: settings.DATA_DIR })
  const past = createPast({ store, dataDir: settings.DATA_DIR, clock: () => new Date(), log })
  const modelCard = await readModelCard(log)
  const history = createHistory({ store, dataDir: settings.DATA_DIR })
  const parts = {
    limiters: shared?.limiters,
    prover,
    past,
    history,
    modelCard,
    pictures,
    installation,
    clock: () => new Date(),
  }
  const { MAP_STYLE_URL: mapStyleUrl } = settings
  const reading = { ...parts, reads, sealer, tokens, vault, runner, log, mapStyleUrl }
  const server = createHttpServer({
    log,
    proxies: settings.TRUST_PROXY,
    metrics: createMetrics({ token: settings.METRICS_TOKEN, measures: measuresOf(reading) }),
    webRoot: path.join(import.meta.dirname, '../dist/web'),
    mapStyleUrl,
    health: () => healthOf(runner, status, look),
    stage: () => status,
    mayReadHealth: healthReaders({ tokens, tokenSecret: settings.TOKEN_SECRET }),
    mount(app) {
      mountReads(app, reading, fingerprintKey)
      mountOpenApi(app, pkg.version)
    },
  })
  const feed = attachFeed(server, { ...reading, store })
  // Damaged data ends the start, also if found later.
  const sound = runner.ready
  await runner.serves
  await listen(server, settings.PORT, settings.HOST)
  started()
  status = 'ok'
  log.info({ port: settings.PORT }, 'projections is listening')

  return {
    log,
    sound,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await retire(server, { last: feed.close, isBehindProxy: settings.TRUST_PROXY !== undefined })
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
