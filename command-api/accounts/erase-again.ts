/** EraseAgain: at start, whoever the log says was erased is erased in this vault too, which may have come back from a backup. */
import type { Kernel } from '../kernel/kernel.ts'
import { finishErasure } from './delete-account.ts'
import type { Followed } from './vault-check.ts'
import { fingerprintOf, writeMark } from './vault-mark.ts'

/** To be done before anybody is answered, with what `checkVault` found. */
export async function eraseAgain(kernel: Kernel, { erasedInLog, erasedInList, known, last }: Followed): Promise<void> {
  const { vault } = kernel
  const done = await vault.erasedAmong([...erasedInLog])
  for (const personId of erasedInLog) if (!done.has(personId)) await finishErasure(kernel, personId)
  for (const personId of erasedInList) await vault.erase(personId)
  if (!last) return
  const { installationKeys } = await vault.census()
  const keys = new Map<string, string>()
  for (const name of installationKeys) keys.set(name, fingerprintOf(await vault.installationKey(name)))
  await writeMark(kernel, last, { ...known, keys })
}
