/** Creates the kernel from its ports, with sealer, tokens and keys from the vault. */
import { createTokens } from '#platform/auth/tokens.ts'
import { createMemoryGatewayTraffic } from '#platform/phone/traffic.ts'
import { disabledPictureStore } from '#platform/pictures/pictures.ts'
import { createCurrentRows } from '#platform/read-store/current-rows.ts'
import { createSealer } from '#platform/sealing.ts'
import { trackStoreWrites, trackVaultWrites } from '#platform/write-outcome.ts'
import type { Kernel } from './kernel.ts'

interface TokenSecrets {
  TOKEN_SECRET?: string
  TOKEN_SECRET_PREVIOUS?: string
}

/**
 * Creates the kernel.
 * Uses the configured token secrets, else a key that the vault creates and stores.
 * Without picture storage, the kernel accepts no pictures.
 */
export async function openKernel(
  ports: Pick<Kernel, 'store' | 'vault' | 'reads' | 'log' | 'mail'> &
    Partial<Pick<Kernel, 'pictures' | 'limiters' | 'phoneSessions' | 'phoneTraffic' | 'sms'>>,
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
    sealer: createSealer(vault, log),
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
