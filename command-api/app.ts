/** Assembles the command API: HTTP routes, internal commands, seed functions. */

import type { Router } from 'express'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { mountApi } from '#platform/http/api.ts'
import type { MailSender } from '#platform/mail/mail.ts'
import type { DemoPhones } from '#platform/phone/demo-phones.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import type { PushSender } from '#platform/push/push.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import { createDemoHandlers } from './accounts/demo.ts'
import {
  createCommandQuota,
  createConfigurationQuota,
  createKeyChangeQuota,
  createPictureQuota,
  createStopOutcomeQuota,
  createTruckTakeQuota,
} from './accounts/limits.ts'
import { createBackgroundMail } from './accounts/mail.ts'
import { createPersonLoader } from './accounts/person.ts'
import { createAccountHandlers } from './accounts/routes.ts'
import { createRefitHandlers } from './analyses/refit.ts'
import { createAnalysisHandlers } from './analyses/routes.ts'
import type { JobRetrier } from './audit/request-rebuild.ts'
import { createAuditHandlers } from './audit/routes.ts'
import { createCallerCommands } from './caller-services.ts'
import { createDriverAssignmentHandlers } from './driver/assignment-routes.ts'
import { createShiftHandlers } from './driver/shift-routes.ts'
import { createStopOutcomeHandlers } from './driver/stop-routes.ts'
import { createFleetHandlers } from './fleet/routes.ts'
import { createForecastHandlers } from './forecasts/routes.ts'
import { createInternalCommands } from './internal-commands/commands.ts'
import { syncSiteWithConfiguration } from './internal-commands/follow-configuration.ts'
import { createIdempotencyKeyStore } from './kernel/idempotency-keys.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createRecipientLoader } from './notifications/notify-resident.ts'
import { createPushHandlers } from './notifications/push-routes.ts'
import { createNotificationHandlers } from './notifications/routes.ts'
import { createGatewaySecretHandlers } from './phone/gateway-secrets.ts'
import {
  createCallbackRecorder,
  createDemoPhoneHandlers,
  createGatewaySecretCheck,
  createPhoneGatewayHandlers,
  gatewayFailureRenderers,
} from './phone/routes.ts'
import { createIncomingSmsHandlers } from './phone/sms-in.ts'
import { createSmsServices } from './phone/texting.ts'
import { createPictureHandlers } from './pictures/routes.ts'
import {
  type BinReporter,
  createBinReporter,
  createReportHandlers,
  createReportReopener,
  createReportReopeningHandlers,
} from './reports/routes.ts'
import { createCollectionHandlers } from './schedules/routes.ts'
import { createConfigurationHandlers } from './settings/routes.ts'
import { createSiteHandlers } from './sites/routes.ts'
import { createZoneHandlers } from './zones/routes.ts'

interface CommandApi {
  mount(router: Router): void
  send: InternalCommandSender
  reportFor: BinReporter
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
  /** Phones of the demo's phone simulator; absent without a simulator. */
  demoPhones?: DemoPhones
  /** Whether a language model is configured for photos. */
  llm?: boolean
  /** Signs checkpoints of the log; if absent, no checkpoints are made. */
  prover?: LogProver
  /** Retries a failed job; if absent, admins cannot retry jobs. */
  retryJob?: JobRetrier
}

/**
 * Endpoints without a stored idempotency key.
 * A bin's stream recognizes repeated reports; the consumption calculator writes nothing.
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
  const countPicture = createPictureQuota(kernel.limiters)
  const callers = createCallerCommands(kernel, { reportFor, reopen, personOf })
  return {
    mount: (router) =>
      mountApi(
        router,
        {
          ...createAccountHandlers(kernel, {
            later: createBackgroundMail(kernel.log, mail),
            publicUrl,
            send,
            ...withTexting,
          }),
          ...createDemoHandlers(kernel, demo),
          ...createReportHandlers(kernel, reportFor, personOf),
          ...createReportReopeningHandlers(kernel, reopen),
          ...createCollectionHandlers(kernel),
          ...createSiteHandlers(kernel, countPicture),
          ...createPictureHandlers(kernel, countPicture),
          ...createAnalysisHandlers(kernel, { llm, countPicture }),
          ...createRefitHandlers(kernel),
          ...createFleetHandlers(kernel),
          ...createDriverAssignmentHandlers(kernel, createTruckTakeQuota(kernel.limiters)),
          ...createStopOutcomeHandlers(kernel, createStopOutcomeQuota(kernel.limiters)),
          ...createShiftHandlers(kernel),
          ...createNotificationHandlers(kernel, createRecipientLoader(kernel.store)),
          ...createPushHandlers(kernel, push),
          ...createZoneHandlers(kernel),
          ...createForecastHandlers(kernel),
          ...createAuditHandlers(kernel, prover, retryJob, createKeyChangeQuota(kernel.limiters)),
          ...createPhoneGatewayHandlers(kernel, callers, demoPhones),
          ...createDemoPhoneHandlers(kernel, demoPhones),
          ...createIncomingSmsHandlers(kernel, callers, texting),
          ...createGatewaySecretHandlers(kernel),
          ...createConfigurationHandlers(
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
