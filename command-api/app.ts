/** Assembles the command API: HTTP routes, internal commands, and functions for the seed. */

import type { Router } from 'express'
import type { SendInternalCommand } from '#contract/internal-commands.ts'
import { mountApi } from '#platform/http/api.ts'
import type { MailSender } from '#platform/mail/mail.ts'
import type { DemoPhones } from '#platform/phone/demo-phones.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import type { PushSender } from '#platform/push/push.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { demoRoutes } from './accounts/demo.ts'
import {
  createCommandQuota,
  createConfigurationQuota,
  createStopOutcomeQuota,
  createTakeQuota,
} from './accounts/limits.ts'
import { createBackgroundMail } from './accounts/mail.ts'
import { createPersonLoader } from './accounts/person.ts'
import { accountRoutes } from './accounts/routes.ts'
import { refitRoutes } from './analyses/refit.ts'
import { analysisRoutes } from './analyses/routes.ts'
import type { RetryJob } from './audit/request-rebuild.ts'
import { auditRoutes } from './audit/routes.ts'
import { createCallerCommands } from './caller-services.ts'
import { assignmentRoutes } from './driver/assignment-routes.ts'
import { shiftRoutes } from './driver/shift-routes.ts'
import { stopOutcomeRoutes } from './driver/stop-routes.ts'
import { fleetRoutes } from './fleet/routes.ts'
import { forecastRoutes } from './forecasts/routes.ts'
import { createInternalCommands } from './internal-commands/commands.ts'
import { syncSiteWithConfiguration } from './internal-commands/follow-configuration.ts'
import { createIdempotencyKeyStore } from './kernel/idempotency-keys.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createRecipientLoader } from './notifications/notify-resident.ts'
import { pushRoutes } from './notifications/push-routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { gatewaySecretRoutes } from './phone/gateway-secrets.ts'
import {
  createCallbackRecorder,
  createGatewaySecretCheck,
  demoPhoneRoutes,
  gatewayFailureRenderers,
  phoneRoutes,
} from './phone/routes.ts'
import { smsInRoutes } from './phone/sms-in.ts'
import { createSmsServices } from './phone/texting.ts'
import { pictureRoutes } from './pictures/routes.ts'
import {
  createBinReporter,
  createReportReopener,
  type ReportBin,
  reportReopeningRoutes,
  reportRoutes,
} from './reports/routes.ts'
import { collectionRoutes } from './schedules/routes.ts'
import { configurationRoutes } from './settings/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { zoneRoutes } from './zones/routes.ts'

interface CommandApi {
  mount(router: Router): void
  send: SendInternalCommand
  reportFor: ReportBin
}

interface OutsideServices {
  mail: MailSender
  push: PushSender
  /** Sends SMS; if absent, none are sent. */
  sms?: SmsSender
  /** Limit of SMS in 24 hours. */
  smsPerDay?: number
  /** URL of the web app, for links in mails. */
  publicUrl: string
  /** Enables one-click sign-in with the seeded accounts. */
  demo?: boolean
  /** Phones of the demo's phone simulator; if absent, there is no simulator. */
  demoPhones?: DemoPhones
  /** Whether a language model is configured for photos. */
  llm?: boolean
  /** Signs checkpoints of the log; if absent, no checkpoints are made. */
  prover?: LogProver
  /** Retries a failed job; if absent, admins cannot retry jobs. */
  retryJob?: RetryJob
}

/**
 * Endpoints that need no stored idempotency key.
 * A bin's own stream recognizes a repeated report; the consumption calculator writes nothing.
 */
const UNCLAIMED = ['reportBinFull', 'calculateConsumption'] as const

export function createCommandApi(
  kernel: Kernel,
  {
    mail,
    push,
    sms,
    smsPerDay = 1_000,
    publicUrl,
    demo = false,
    demoPhones,
    llm = false,
    prover,
    retryJob = async () => false,
  }: OutsideServices,
): CommandApi {
  const texting = sms && createSmsServices(kernel, sms, smsPerDay)
  const withTexting = texting ? { texting } : {}
  const outside = { mailing: { mail, publicUrl }, push, prover, ...withTexting }
  const send = createInternalCommands(kernel, outside)
  const reportFor = createBinReporter(kernel)
  const reopen = createReportReopener(kernel)
  const personOf = createPersonLoader(kernel)
  const callers = createCallerCommands(kernel, { reportFor, reopen, personOf })
  return {
    mount: (router) =>
      mountApi(
        router,
        {
          ...accountRoutes(kernel, { later: createBackgroundMail(kernel.log, mail), publicUrl, send, ...withTexting }),
          ...demoRoutes(kernel, demo),
          ...reportRoutes(kernel, reportFor, personOf),
          ...reportReopeningRoutes(kernel, reopen),
          ...collectionRoutes(kernel),
          ...siteRoutes(kernel),
          ...pictureRoutes(kernel),
          ...analysisRoutes(kernel, { llm }),
          ...refitRoutes(kernel),
          ...fleetRoutes(kernel),
          ...assignmentRoutes(kernel, createTakeQuota(kernel.limiters)),
          ...stopOutcomeRoutes(kernel, createStopOutcomeQuota(kernel.limiters)),
          ...shiftRoutes(kernel),
          ...notificationRoutes(kernel, createRecipientLoader(kernel.store)),
          ...pushRoutes(kernel, push),
          ...zoneRoutes(kernel),
          ...forecastRoutes(kernel),
          ...auditRoutes(kernel, prover, retryJob),
          ...phoneRoutes(kernel, callers, demoPhones),
          ...demoPhoneRoutes(kernel, demoPhones),
          ...smsInRoutes(kernel, callers, texting),
          ...gatewaySecretRoutes(kernel),
          ...configurationRoutes(
            kernel,
            (siteId) => syncSiteWithConfiguration(kernel, siteId),
            createConfigurationQuota(kernel.limiters),
          ),
        },
        {
          tokens: kernel.tokens,
          log: kernel.log,
          fingerprintKey: kernel.keys.fingerprints,
          keys: createIdempotencyKeyStore(kernel),
          incoming: kernel.pictures.incoming,
          unclaimed: UNCLAIMED,
          count: createCommandQuota(kernel.limiters),
          knowsSecret: createGatewaySecretCheck(kernel, demoPhones),
          onMachineCall: createCallbackRecorder(kernel, demoPhones),
          failures: gatewayFailureRenderers,
        },
      ),
    send,
    reportFor,
  }
}
