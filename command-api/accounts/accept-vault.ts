/**
 * AcceptVault: marks people as erased.
 * They lack a key, or only the vault or its list has erased them.
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
  // The next start notes the replacement keys.
  for (const name of keys) known.keys.delete(name)
  if (last) await writeMark(ports, last, known)
}
