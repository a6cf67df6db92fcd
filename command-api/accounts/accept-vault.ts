/**
 * AcceptVault: erases everyone in whom vault and log differ, after an admin accepted the differences.
 * Their key is missing, or only the vault or its list of erased people says that they are erased.
 */
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { compareVault, type VaultDifferences } from './vault-check.ts'
import { writeMark } from './vault-mark.ts'

export async function acceptVault(
  ports: { store: EventStore; vault: Vault },
  { missing, erased, listed, keys }: VaultDifferences,
): Promise<void> {
  for (const personId of [...missing, ...erased, ...listed]) await ports.vault.erase(personId)
  const { known, last } = await compareVault(ports, { isRestored: true })
  // Leaves out missing and replaced keys; the next start notes their replacements.
  for (const name of keys) known.keys.delete(name)
  if (last) await writeMark(ports, last, known)
}
