/** Opens web push with a key pair derived from a key in the vault. */
import type { Vault } from '../vault/vault.ts'
import type { PushSender } from './push.ts'
import { deriveVapidKeys, PUSH_KEY_NAME } from './vapid.ts'
import { openWebPush, type PushAccessOptions } from './web-push.ts'

/** Contact for installations without an https address. Push services require a contact. */
const DEFAULT_CONTACT = 'mailto:no-reply@wastesense.example'

/**
 * Opens push.
 * `publicUrl` is the address of the web app.
 */
export async function openPush(
  vault: Pick<Vault, 'installationKey'>,
  publicUrl: string,
  reach?: PushAccessOptions,
): Promise<PushSender> {
  const keys = deriveVapidKeys(await vault.installationKey(PUSH_KEY_NAME))
  return openWebPush({ keys, subject: publicUrl.startsWith('https://') ? publicUrl : DEFAULT_CONTACT, reach })
}
