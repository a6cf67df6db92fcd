/** Mail as .eml files in a folder: for an installation without a mail server, to be opened with any mail program. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { OWNER_ONLY } from '../private-files.ts'
import { checkAddress, type Mail, MailNotTaken } from './mail.ts'

/** Mails name people, who may be erased; what is in them is of use for half an hour. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Opens the folder, made if need be. A file is named for its time, appears when it is whole, and goes with the first mail after a day. */
export function openOutbox(folder: string, from: string): Mail {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const composer = createTransport({ streamTransport: true, buffer: true, disableFileAccess: true })
  return {
    async send(message) {
      checkAddress(message)
      const { message: bytes } = await composer.sendMail({ from, ...message })
      const name = `${nameAt(Date.now())}-${randomUUID().slice(0, 8)}.eml`
      try {
        await dropOld(folder)
        await writeWhole(path.join(folder, name), bytes as Buffer)
      } catch (error) {
        throw new MailNotTaken(String((error as NodeJS.ErrnoException).code))
      }
    },
    close: async () => composer.close(),
  }
}

/** A mail's name begins with its time, in an order that is also the alphabet's. */
const nameAt = (time: number) => new Date(time).toISOString().replaceAll(':', '-')

/** Drops what is too old; what a crash left unfinished as well. */
async function dropOld(folder: string): Promise<void> {
  const oldest = nameAt(Date.now() - KEPT_MS)
  const old = (await readdir(folder)).filter((name) => /\.eml(\.part)?$/.test(name) && name < oldest)
  for (const name of old) await rm(path.join(folder, name), { force: true })
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const growing = `${file}.part`
  try {
    const handle = await open(growing, 'wx', OWNER_ONLY.file)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, file)
  } catch (error) {
    await rm(growing, { force: true })
    throw error
  }
}
