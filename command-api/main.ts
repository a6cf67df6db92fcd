/** Entry point of the command API process: writes and sign-in. */

import { createHealthReadAuthorizer } from '#platform/auth/health-readers.ts'
import { checkServerClock, createClockJumpCheck } from '#platform/clock-watch.ts'
import { publicUrlOf } from '#platform/config.ts'
import { openDistributedStores, readRequiredSettings } from '#platform/distributed.ts'
import { cacheHealthCheck, combineHealthChecks } from '#platform/health-checks.ts'
import { shutDownGracefully } from '#platform/http/graceful-shutdown.ts'
import { type ProcessStage, summarizeHealth } from '#platform/http/health.ts'
import { createMetrics } from '#platform/http/metrics.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { openRedisJobs } from '#platform/jobs/redis.ts'
import { openLanguageModel } from '#platform/language-model/language-model.ts'
import { createLog } from '#platform/logging.ts'
import { openMail } from '#platform/mail/open-mail.ts'
import { incomingFoldersOf } from '#platform/pictures/folders.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { runProcess } from '#platform/process.ts'
import { createLogProver } from '#platform/proof/prover.ts'
import { openPush } from '#platform/push/web-push.ts'
import { startReaderLease } from '#platform/read-store/leases.ts'
import { createTablesCheck } from '#platform/read-store/serving.ts'
import { openRedisLimiters } from '#platform/redis-limiters.ts'
import { openSmsSender } from '#platform/sms/open-sms.ts'
import { startTracing, traceAppends } from '#platform/tracing/tracing.ts'
import { createDatabaseCheck, createPictureFoldersCheck, watchStoreHealth } from '#platform/write-checks.ts'
import pkg from '../package.json' with { type: 'json' }
import { recordSecurityEntryLater } from './accounts/security-log.ts'
import { createCommandApi } from './app.ts'
import { mountInternalCommands } from './internal-commands/routes.ts'
import { openFirstZones, seedDemoAccounts } from './internal-commands/seed.ts'
import { openKernel } from './kernel/kernel.ts'
import { recordMailServerPresence } from './settings/mail-server.ts'
import { checkInstallation } from './start-checks.ts'

/** Time in ms for which this process may still decrypt data that another process has erased. */
const KEY_LIFETIME_MS = 1_000

await runProcess(async () => {
  const settings = readRequiredSettings('EVENTSTORE_URL', 'MONGODB_URL', 'TOKEN_SECRET')
  const log = createLog('command-api', settings.LOG_LEVEL)
  const stores = await openDistributedStores(settings, log)
  const lease = await startReaderLease(stores.reads, log)
  const tracing = await startTracing(settings.OTEL_EXPORTER_OTLP_ENDPOINT, 'command-api', log)
  const watched = watchStoreHealth(traceAppends(stores.store))
  const finishChecks = await checkInstallation(stores, settings.DATA_DIR)
  const mail = openMail(settings)
  const sms = openSmsSender(settings)
  const pictures = openPictures(settings.DATA_DIR, log)
  const shared = settings.REDIS_URL ? openRedisLimiters(settings.REDIS_URL, settings.TOKEN_SECRET, log) : undefined
  const limits = shared && {
    limiters: shared.limiters,
    phoneSessions: shared.phoneSessions,
    phoneTraffic: shared.phoneTraffic,
  }
  const kernel = await openKernel(
    { ...stores, store: watched.store, log, mail, sms, pictures, ...limits, keyLifetimeMs: KEY_LIFETIME_MS },
    settings,
  )
  await finishChecks(kernel)
  const push = await openPush(kernel.vault, publicUrlOf(settings))
  const prover = createLogProver({ store: kernel.store, vault: kernel.vault, dataDir: settings.DATA_DIR })
  // The workers' job queue.
  // The command API uses it only to retry jobs.
  const jobs = settings.REDIS_URL ? await openRedisJobs(settings.REDIS_URL, log) : undefined
  const commandApi = createCommandApi(kernel, {
    ...(jobs && { retryJob: jobs.retry }),
    mail,
    push,
    sms,
    smsPerDay: settings.SMS_PER_DAY,
    prover,
    publicUrl: publicUrlOf(settings),
    llm: openLanguageModel(settings) !== undefined,
  })

  let status: ProcessStage = 'starting'
  const clock = createClockJumpCheck()
  const look = cacheHealthCheck(
    combineHealthChecks(
      watched.look,
      createDatabaseCheck(stores.reads),
      createTablesCheck(stores.reads),
      createPictureFoldersCheck(incomingFoldersOf(settings.DATA_DIR)),
      checkServerClock(stores.reads, 'command-api'),
      async () => clock(),
      async () => prover.problems(),
    ),
  )
  const server = createHttpServer({
    log,
    metrics: createMetrics({ log, token: settings.METRICS_TOKEN }),
    proxies: settings.TRUST_PROXY,
    stage: () => status,
    async health() {
      const [position, troubles] = await Promise.all([watched.position(), look()])
      return summarizeHealth({ stage: status, version: pkg.version, position, lag: {} }, troubles)
    },
    mayReadHealth: createHealthReadAuthorizer({ tokens: kernel.tokens, tokenSecret: settings.TOKEN_SECRET }),
    mount(app) {
      // Mounts the internal commands first for speed, because jobs call them as often as users call the API.
      mountInternalCommands(app, commandApi.send, settings.TOKEN_SECRET, (address) =>
        recordSecurityEntryLater(kernel, 'forged-internal-call', { address }),
      )
      commandApi.mount(app)
    },
  })
  await openFirstZones(kernel)
  await recordMailServerPresence(kernel, settings.SMTP_URL !== undefined)
  const password = settings.SEED === 'demo' ? await seedDemoAccounts(kernel, settings.SEED_PASSWORD) : undefined
  if (password) console.log(`Password of the seeded accounts (shown this once): ${password}`)
  await listenOnPort(server, settings.PORT, settings.HOST)
  stores.started()
  status = 'ok'
  log.info({ port: settings.PORT }, 'command-api is listening')

  return {
    log,
    stopSeconds: settings.STOP_SECONDS,
    async stop() {
      status = 'stopping'
      await shutDownGracefully(server, { isBehindProxy: settings.TRUST_PROXY !== undefined })
      prover.close()
      await jobs?.close()
      shared?.close()
      await lease.end()
      await Promise.all([mail.close(), sms.close(), stores.close(), tracing.stop()])
    },
  }
})
