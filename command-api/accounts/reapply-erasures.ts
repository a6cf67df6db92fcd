/**
 * EraseAgain: at start, erases people whom a restored backup brought back into the vault, although the log has erased
 * them.
 */
import type { Kernel } from '../kernel/kernel.ts'
import { finishErasure } from './delete-account.ts'
import type { VaultComparison } from './vault-check.ts'
import { keyFingerprintOf, writeVaultLogMark } from './vault-mark.ts'

/** Runs before requests are answered, with the result of `checkVault`. */
export async function reapplyErasures(
  kernel: Kernel,
  { erasedInLog, erasedInList, known, last }: VaultComparison,
): Promise<void> {
  const { vault } = kernel
  const done = await vault.erasedAmong([...erasedInLog])
  for (const personId of erasedInLog) if (!done.has(personId)) await finishErasure(kernel, personId)
  for (const personId of erasedInList) await vault.erase(personId)
  if (!last) return
  const { installationKeys } = await vault.census()
  const keys = new Map<string, string>()
  for (const name of installationKeys) keys.set(name, keyFingerprintOf(await vault.installationKey(name)))
  await writeVaultLogMark(kernel, last, { ...known, keys })
}
