/** Writes SMS as files to a folder, for installations without a gateway. */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fileNamePrefixOf, MAIL_LIFETIME_MS, writeFileAtomically } from '../mail/outbox.ts'
import { makeFolder } from '../private-files.ts'
import { normalizeSms, SmsNotAccepted, type SmsSender } from './sms.ts'

const LOOK_EVERY_MS = 15 * 60 * 1000
const SMS = /\.sms(\.part)?$/
const Stored = z.object({ to: z.string() })

/**
 * Opens or creates the folder and deletes its SMS, whose recipients may have been erased since.
 * A file's name says nothing of the number; files are deleted after two hours.
 */
export function openSmsOutbox(folder: string, from: string): SmsSender {
  makeFolder(folder)
  for (const name of readdirSync(folder)) if (SMS.test(name)) rmSync(path.join(folder, name))

  async function drop(isMeant: (name: string) => boolean | Promise<boolean>): Promise<void> {
    for (const name of await readdir(folder))
      if (SMS.test(name) && (await isMeant(name))) await rm(path.join(folder, name), { force: true })
  }

  /** A file that is gone, or was cut off by a crash, has no number. */
  async function numberIn(name: string): Promise<string | undefined> {
    try {
      return Stored.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8'))).data?.to
    } catch {
      return undefined
    }
  }

  const dropOld = () => {
    const oldest = fileNamePrefixOf(Date.now() - MAIL_LIFETIME_MS)
    return drop((name) => name < oldest)
  }
  const looking = setInterval(() => dropOld().catch(stayedBehind), LOOK_EVERY_MS).unref()

  return {
    async send(sms) {
      const { to, text } = normalizeSms(sms)
      const id = randomUUID()
      try {
        await dropOld()
        const content = `${JSON.stringify({ from, to, text, id }, null, 2)}\n`
        await writeFileAtomically(
          path.join(folder, `${fileNamePrefixOf(Date.now())}-${id.slice(0, 8)}.sms`),
          Buffer.from(content),
        )
      } catch (error) {
        throw new SmsNotAccepted(String((error as NodeJS.ErrnoException).code))
      }
      return { id }
    },
    forget: (number) => drop(async (name) => (await numberIn(name)) === number),
    close: async () => clearInterval(looking),
  }
}

const stayedBehind = ({ code }: NodeJS.ErrnoException) =>
  process.emitWarning(`Old SMS could not be deleted from the outbox: ${code}.`)
