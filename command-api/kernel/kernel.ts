/** What every command needs from outside: the ports, the sealer, the installation's keys and the clock. */
import type { Tokens } from '#platform/auth/tokens.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Limiters } from '#platform/limiters.ts'
import type { Log } from '#platform/logging.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { CurrentRows } from '#platform/read-store/up-to-now.ts'
import type { Sealer } from '#platform/sealing.ts'
import type { Vault } from '#platform/vault/vault.ts'

export interface Kernel {
  store: EventStore
  vault: Vault
  sealer: Sealer
  tokens: Tokens
  reads: ReadStore
  /** Read for figures that answers tell and that a plan starts from; whether a command holds, its stream decides. */
  rows: CurrentRows
  keys: Record<'identities' | 'fingerprints' | 'devices' | 'addresses' | 'recovery', Uint8Array>
  /** Where mails to people lie; absent where none are kept. */
  mail?: Pick<Mail, 'forget'>
  /** Where what people photographed lies. */
  pictures: Pictures
  /** What counts people's tries; each process by itself when not given. */
  limiters?: Limiters
  clock: () => Date
  log: Log
}
