/** The pushes of an installation: its pair of keys is made at the first start, of a key that only the vault has. */
import type { Vault } from '../vault/vault.ts'
import type { Push } from './push.ts'
import { PUSH_KEY, vapidKeys } from './vapid.ts'
import { openWebPush, type Reach } from './web-push.ts'

/** For an installation without an https address of its own: push services want to know somebody to turn to. */
const NOBODY = 'mailto:no-reply@wastesense.example'

/** `publicUrl`: where the web app is. */
export async function openPush(vault: Pick<Vault, 'installationKey'>, publicUrl: string, reach?: Reach): Promise<Push> {
  const keys = vapidKeys(await vault.installationKey(PUSH_KEY))
  return openWebPush({ keys, subject: publicUrl.startsWith('https://') ? publicUrl : NOBODY, reach })
}
