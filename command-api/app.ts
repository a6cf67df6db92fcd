/** Assembles the command API: HTTP routes, internal commands, and the entry points of the seed. */

import type { Router } from 'express'
import type { SendSystemCommand } from '#contract/system-commands.ts'
import { mountApi } from '#platform/http/api.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { Prover } from '#platform/proof/prover.ts'
import type { Push } from '#platform/push/push.ts'
import { demoRoutes } from './accounts/demo.ts'
import { createLaterMail } from './accounts/later-mail.ts'
import { createWriteQuota } from './accounts/limits.ts'
import { createPersonOf } from './accounts/person.ts'
import { accountRoutes } from './accounts/routes.ts'
import { refitRoutes } from './analyses/refit-routes.ts'
import { analysisRoutes } from './analyses/routes.ts'
import type { RetryJob } from './audit/request-rebuild.ts'
import { auditRoutes } from './audit/routes.ts'
import { collectionRoutes } from './collections/routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { forecastRoutes } from './forecasts/routes.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createCommandKeys } from './kernel/keys.ts'
import { pushRoutes } from './notifications/push-routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { reopenRoutes } from './reports/reopen-routes.ts'
import { createReportFor, type ReportFor, reportRoutes } from './reports/routes.ts'
import { configurationRoutes } from './settings/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { createSystemCommands } from './system/commands.ts'
import { followConfiguration } from './system/follow-configuration.ts'
import { createRecipientOf } from './system/recipient.ts'
import { zoneRoutes } from './zones/routes.ts'

export interface CommandApi {
  mount(router: Router): void
  send: SendSystemCommand
  reportFor: ReportFor
}

interface Outside {
  mail: Mail
  push: Push
  /** URL of the web app, for links in mails. */
  publicUrl: string
  /** Enables one-click sign-in with the seeded accounts. */
  demo?: boolean
  /** Whether a language model is configured for photos. */
  llm?: boolean
  /** Signs checkpoints of the log; without it there are none. */
  prover?: Prover
  /** Without it no job can be retried manually. */
  retryJob?: RetryJob
}

/**
 * Endpoints without a claimed key.
 * A resident's report is idempotent in its own bin; the consumption calculator writes nothing.
 */
const UNCLAIMED = ['reportBinFull', 'calculateConsumption'] as const

export function createCommandApi(
  kernel: Kernel,
  { mail, push, publicUrl, demo = false, llm = false, prover, retryJob = async () => false }: Outside,
): CommandApi {
  const send = createSystemCommands(kernel, { mailing: { mail, publicUrl }, push, prover })
  const reportFor = createReportFor(kernel)
  return {
    mount: (router) =>
      mountApi(
        router,
        {
          ...accountRoutes(kernel, { later: createLaterMail(kernel.log, mail), publicUrl, send }),
          ...demoRoutes(kernel, demo),
          ...reportRoutes(reportFor, createPersonOf(kernel)),
          ...reopenRoutes(kernel),
          ...collectionRoutes(kernel),
          ...siteRoutes(kernel),
          ...pictureRoutes(kernel),
          ...analysisRoutes(kernel, { llm }),
          ...refitRoutes(kernel),
          ...fleetRoutes(kernel),
          ...notificationRoutes(kernel, createRecipientOf(kernel.store)),
          ...pushRoutes(kernel, push),
          ...zoneRoutes(kernel),
          ...forecastRoutes(kernel),
          ...auditRoutes(kernel, prover, retryJob),
          ...configurationRoutes(kernel, (siteId) => followConfiguration(kernel, siteId)),
        },
        {
          tokens: kernel.tokens,
          log: kernel.log,
          fingerprintKey: kernel.keys.fingerprints,
          keys: createCommandKeys(kernel),
          incoming: kernel.pictures.incoming,
          unclaimed: UNCLAIMED,
          count: createWriteQuota(kernel.limiters),
        },
      ),
    send,
    reportFor,
  }
}
