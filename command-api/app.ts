/** The command side, put together: every command's route, the system commands, and the seed's way in. */

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
  /** Where the web app is: what links in mails begin with. */
  publicUrl: string
  /** Offers the seeded accounts for one-click sign-in. */
  demo?: boolean
  /** Whether a language model is set up to look at photos. */
  llm?: boolean
  /** Signs checkpoints of the log; where it is not given, none are made. */
  prover?: Prover
  /** Where it is not given, no job can be retried by hand. */
  retryJob?: RetryJob
}

/**
 * A resident's report is written to the resident's own bin or refused, so that bin knows every key that did anything; what a
 * distance costs is only told.
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
