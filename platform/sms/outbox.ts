/** Writes SMS to files, for installations without a gateway. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { openFileOutbox } from '../file-outbox.ts'
import { normalizeSms, SmsNotAccepted, type SmsSender } from './sms.ts'

const Stored = z.object({ to: z.string() })

/**
 * Opens the folder that receives the SMS, and deletes earlier SMS in it.
 * Deletes new SMS after two hours.
 * The name of a file does not reveal the phone number.
 */
export function openSmsOutbox(folder: string, from: string): SmsSender {
  const files = openFileOutbox(folder, { extension: 'sms', contents: 'SMS' })

  /**
   * Returns the phone number to which a stored SMS goes.
   * Returns undefined if the file is missing or incomplete after a crash.
   */
  async function numberIn(name: string): Promise<string | undefined> {
    try {
      return Stored.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).data?.to
    } catch {
      return undefined
    }
  }

  return {
    async send(sms) {
      const { to, text } = normalizeSms(sms)
      const id = randomUUID()
      try {
        await files.write(id.slice(0, 8), Buffer.from(`${JSON.stringify({ from, to, text, id }, null, 2)}\n`))
      } catch (error) {
        throw new SmsNotAccepted(String((error as NodeJS.ErrnoException).code))
      }
      return { id }
    },
    forget: (number) => files.drop(async (name) => (await numberIn(name)) === number),
    close: async () => files.close(),
  }
}
