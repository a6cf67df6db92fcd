/** Makes the kernel from its ports: sealer, tokens and the installation's keys come out of the vault. */
import { createTokens } from '#platform/auth/tokens.ts'
import { createSealer } from '#platform/sealing.ts'
import { watchedStore, watchedVault } from '#platform/writes.ts'
import type { Kernel } from './kernel.ts'

/** `tokenSecret` as configured; without one the installation's own key is made and kept in the vault. */
export async function openKernel(
  ports: Pick<Kernel, 'store' | 'vault' | 'reads' | 'log'>,
  tokenSecret?: string,
): Promise<Kernel> {
  const vault = watchedVault(ports.vault)
  const secret = tokenSecret ? new TextEncoder().encode(tokenSecret) : await vault.installationKey('tokens')
  return {
    ...ports,
    store: watchedStore(ports.store),
    vault,
    sealer: createSealer(vault),
    tokens: createTokens(secret, vault),
    keys: {
      identities: await vault.installationKey('identities'),
      fingerprints: await vault.installationKey('fingerprints'),
      devices: await vault.installationKey('devices'),
      addresses: await vault.installationKey('addresses'),
    },
    clock: () => new Date(),
  }
}
