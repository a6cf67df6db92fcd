/**
 * Checks an installation before a process serves it: the log is not rolled back, and the vault belongs to it.
 * Records restores.
 */
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { reapplyErasures } from './accounts/delete-account.ts'
import { checkVaultMatchesLog } from './accounts/vault-check.ts'
import { pairLogWithVault } from './kernel/installation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { recordRestore, refuseRolledBackLog } from './kernel/restored-log.ts'

interface Stores {
  store: EventStore
  vault: Vault
  reads: ReadStore
}

/**
 * Throws an error with a sentence for the admin if log or vault must not be used.
 * Returns the last step of the check, which runs after the kernel has been created.
 */
export async function checkInstallation(stores: Stores, dataDir: string): Promise<(kernel: Kernel) => Promise<void>> {
  await pairLogWithVault(stores, new Date())
  await refuseRolledBackLog({ ...stores, dataDir })
  const declared = await recordRestore({ ...stores, dataDir })
  const followed = await checkVaultMatchesLog({ ...stores, dataDir })
  return async (kernel) => {
    await reapplyErasures(kernel, followed)
    declared()
  }
}
