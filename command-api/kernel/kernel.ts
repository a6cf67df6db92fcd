/** The kernel that commands share: ports, sealer, installation keys and clock. */

import { createTokens, type Tokens } from '#platform/auth/tokens.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { LimiterFactory } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { MailSender } from '#platform/mail/mail.ts'
import type { UssdSessionStore } from '#platform/phone/sessions.ts'
import { createMemoryGatewayTraffic, type GatewayTrafficStore } from '#platform/phone/traffic.ts'
import { disabledPictureStore, type PictureStore } from '#platform/pictures/pictures.ts'
import { createCurrentRows, type DecisionRows } from '#platform/read-store/current-rows.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { createSealer, type Sealer, type SealerOptions } from '#platform/sealing.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { trackStoreWrites, trackVaultWrites } from '#platform/write-outcome.ts'

export interface Kernel {
  store: EventStore
  vault: Vault
  sealer: Sealer
  tokens: Tokens
  reads: ReadStore
  /**
   * Rows of the views, for figures in responses and for planning.
   * Whether a command is valid is decided only from event streams.
   */
  rows: DecisionRows
  keys: Record<'identities' | 'fingerprints' | 'devices' | 'addresses' | 'recovery', Uint8Array>
  /** Drops queued mails of an erased person; absent without a queue. */
  mail?: Pick<MailSender, 'forget'>
  /** Drops queued SMS of an erased person; absent if SMS are not queued. */
  sms?: Pick<SmsSender, 'forget'>
  /** Stores photos. */
  pictures: PictureStore
  /**
   * Rate limiters.
   * By default, each process counts alone.
   */
  limiters?: LimiterFactory
  /**
   * Sessions of phone menus.
   * By default, each process stores its own.
   */
  phoneSessions?: UssdSessionStore
  /** Records the callbacks and counters of the phone gateways. */
  phoneTraffic: GatewayTrafficStore
  clock: () => Date
  log: Log
}

interface TokenSecrets {
  TOKEN_SECRET?: string
  TOKEN_SECRET_PREVIOUS?: string
}

/**
 * Creates the kernel from its ports, with keys from the vault.
 * Uses the configured token secrets, or else a key that the vault stores.
 * Refuses pictures if there is no picture storage.
 * If other processes can erase people, a key lifetime is needed.
 */
export async function openKernel(
  ports: Pick<Kernel, 'store' | 'vault' | 'reads' | 'log' | 'mail'> &
    Partial<Pick<Kernel, 'pictures' | 'limiters' | 'phoneSessions' | 'phoneTraffic' | 'sms'>> &
    SealerOptions,
  { TOKEN_SECRET, TOKEN_SECRET_PREVIOUS }: TokenSecrets = {},
): Promise<Kernel> {
  const { log } = ports
  const vault = trackVaultWrites(ports.vault)
  const store = trackStoreWrites(ports.store)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const secret = TOKEN_SECRET ? bytes(TOKEN_SECRET) : await vault.installationKey('tokens')
  const previous = TOKEN_SECRET_PREVIOUS ? bytes(TOKEN_SECRET_PREVIOUS) : undefined
  return {
    pictures: disabledPictureStore,
    phoneTraffic: createMemoryGatewayTraffic(),
    ...ports,
    store,
    rows: createCurrentRows(store, ports.reads),
    vault,
    sealer: createSealer(vault, log, ports),
    tokens: createTokens(secret, vault, previous),
    keys: {
      identities: await vault.installationKey('identities'),
      fingerprints: await vault.installationKey('fingerprints'),
      devices: await vault.installationKey('devices'),
      addresses: await vault.installationKey('addresses'),
      recovery: await vault.installationKey('recovery'),
    },
    clock: () => new Date(),
  }
}
