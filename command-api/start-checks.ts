/**
 * Checks an installation before serving: intact log, matching vault.
 * Records restores.
 */
import type { EventStore } from '#platform/event-store/event-store.ts'
import { removedPhotosListOf } from '#platform/pictures/folders.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { reapplyErasures, removeReturnedPhotos } from './accounts/delete-account.ts'
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
 * Checks whether log and vault may be used.
 * Otherwise throws an error with a message for the admin.
 * Returns a function for the last step, which needs the kernel that executes commands.
 */
export async function checkInstallation(stores: Stores, dataDir: string): Promise<(kernel: Kernel) => Promise<void>> {
  await pairLogWithVault(stores, new Date())
  await refuseRolledBackLog({ ...stores, dataDir })
  const declared = await recordRestore({ ...stores, dataDir })
  const followed = await checkVaultMatchesLog({ ...stores, dataDir })
  return async (kernel) => {
    await reapplyErasures(kernel, followed)
    await removeReturnedPhotos(kernel, removedPhotosListOf(dataDir))
    declared()
  }
}
