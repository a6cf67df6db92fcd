/** Dependencies that commands share: ports, sealer, keys of the installation, and clock. */
import type { Tokens } from '#platform/auth/tokens.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { CreateLimiter } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { MailSender } from '#platform/mail/mail.ts'
import type { UssdSessionStore } from '#platform/phone/sessions.ts'
import type { GatewayTrafficStore } from '#platform/phone/traffic.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'
import type { DecisionRows } from '#platform/read-store/current-rows.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import type { Vault } from '#platform/vault/vault.ts'

export interface Kernel {
  store: EventStore
  vault: Vault
  sealer: Sealer
  tokens: Tokens
  reads: ReadStore
  /**
   * View rows, read for figures in responses and for planning.
   * Whether a command is valid is decided by streams only.
   */
  rows: DecisionRows
  keys: Record<'identities' | 'fingerprints' | 'devices' | 'addresses' | 'recovery', Uint8Array>
  /** Outbox of queued mails, to drop those of an erased person; absent without a queue. */
  mail?: Pick<MailSender, 'forget'>
  /** Outbox of queued SMS, to drop those of an erased person; absent without a queue. */
  sms?: Pick<SmsSender, 'forget'>
  /** Stores photos. */
  pictures: PictureStore
  /** Rate limiters. By default, each process counts alone. */
  limiters?: CreateLimiter
  /** Sessions of phone menus. By default, each process stores its own. */
  phoneSessions?: UssdSessionStore
  /** Records the callbacks and counters of the phone gateways. */
  phoneTraffic: GatewayTrafficStore
  clock: () => Date
  log: Log
}
