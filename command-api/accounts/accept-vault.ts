/**
 * AcceptVault: erases everyone about whom vault and log disagree, after an admin accepted the differences.
 * Either the person's key is missing, or the log does not know of their erasure.
 */
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { compareVault, type VaultDifferences } from './vault-check.ts'
import { writeVaultLogMark } from './vault-mark.ts'

export async function acceptVaultDifferences(
  ports: { store: EventStore; vault: Vault },
  { missing, erased, listed, keys }: VaultDifferences,
): Promise<void> {
  for (const personId of [...missing, ...erased, ...listed]) await ports.vault.erase(personId)
  const { known, last } = await compareVault(ports, { isRestored: true })
  // Leaves missing and replaced keys out of the vault's mark, its record of the present keys.
  // The next start adds the new keys to the mark.
  for (const name of keys) known.keys.delete(name)
  if (last) await writeVaultLogMark(ports, last, known)
}
