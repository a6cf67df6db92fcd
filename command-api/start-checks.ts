/** Checks an installation before a process serves it: its own log, a vault that fits it, and past restores. */
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { reapplyErasures } from './accounts/reapply-erasures.ts'
import { checkVault } from './accounts/vault-check.ts'
import { openInstallation } from './kernel/installation.ts'
import type { Kernel } from './kernel/kernel.ts'
import { declareRestore, refuseRolledBackLog } from './kernel/restored-log.ts'

interface Stores {
  store: EventStore
  vault: Vault
  reads: ReadStore
}

/**
 * Throws a sentence if log and vault can't be served.
 * Returns the last step, which needs the kernel.
 */
export async function checkInstallation(stores: Stores, dataDir: string): Promise<(kernel: Kernel) => Promise<void>> {
  await openInstallation(stores, new Date())
  await refuseRolledBackLog({ ...stores, dataDir })
  const declared = await declareRestore({ ...stores, dataDir })
  const followed = await checkVault({ ...stores, dataDir })
  return async (kernel) => {
    await reapplyErasures(kernel, followed)
    declared()
  }
}
